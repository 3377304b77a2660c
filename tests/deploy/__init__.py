"""What docs/deploying.md describes, really started: nginx, replicas, and who is where."""
