"""Training of the two networks: data, rendered scenes, losses, export. Needs the extra `train`."""
