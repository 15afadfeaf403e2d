$ASSAY rest check --no-coverage impossible.hrest
