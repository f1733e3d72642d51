"""What players can say: one function a command, which describes itself.

To add a command, write a function with ``@command`` in a module of this folder.
"""
