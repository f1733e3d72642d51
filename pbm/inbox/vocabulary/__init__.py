"""What a command is made of: its names and form, who may say it, what it is given and answers."""
