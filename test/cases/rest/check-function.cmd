$ASSAY rest check --no-coverage function.hrest
