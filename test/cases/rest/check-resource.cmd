$ASSAY rest check --no-coverage resource.hrest
