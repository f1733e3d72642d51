"""The commands: one function each, whose decorator and docstring describe it."""
