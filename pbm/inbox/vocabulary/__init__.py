"""The parts of a command: names, form, access, the request that it gets, the answer."""
