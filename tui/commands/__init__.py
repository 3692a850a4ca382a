"""One module a command; each has ``command``, a click command, and a ``--json`` option."""
