$ASSAY rest check --no-coverage valid-maps.hrest
