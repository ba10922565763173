"""One module a command; each has its click command under the name ``command``."""
