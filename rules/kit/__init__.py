"""What games on a board have in common: grids, notation, positions, drawing. No game itself."""
