"""The project's own chores; the Makefile calls them."""
