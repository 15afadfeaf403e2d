$ASSAY rest check --no-coverage out-of-place.hrest
