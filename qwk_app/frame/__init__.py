"""What surrounds every page: navigation, sidebar, the example in the link, sharing, the server."""
