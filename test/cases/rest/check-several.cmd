$ASSAY rest check --no-coverage several.hrest
