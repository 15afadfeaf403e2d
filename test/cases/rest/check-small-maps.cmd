$ASSAY rest check --no-coverage small-maps.hrest
