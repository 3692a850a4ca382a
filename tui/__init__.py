"""The app, its screens and widgets, and the command line."""
