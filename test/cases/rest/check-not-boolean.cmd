$ASSAY rest check --no-coverage not-boolean.hrest
