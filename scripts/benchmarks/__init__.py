"""Benchmarks of letters and moves: real servers on the loopback, and real mail to them.

In each run, every server takes turns with a baseline (``floor``). The speed of the machine cancels
out of the ratio, and so does most of its other load.
"""
