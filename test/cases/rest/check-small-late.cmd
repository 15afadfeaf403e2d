$ASSAY rest check --no-coverage small-late.hrest
