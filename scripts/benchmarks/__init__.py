"""What letters and moves cost: real servers as processes on loopback, and real mail to them.

Every server is measured beside a floor in the same run, turn by turn: the machine's speed cancels
out of the ratio, and mostly so does whatever else the machine is doing.
"""
