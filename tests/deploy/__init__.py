"""The deployment of docs/deploying.md on this machine: nginx and several replicas."""
