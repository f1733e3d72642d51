"""The parts of a mail to the lines of text that its writer wrote."""
