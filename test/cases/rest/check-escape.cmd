$ASSAY rest check --no-coverage escape.hrest
