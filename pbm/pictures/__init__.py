"""Pictures of boards, painted from the scenes of games."""
