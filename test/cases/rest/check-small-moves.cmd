$ASSAY rest check --no-coverage small-moves.hrest
