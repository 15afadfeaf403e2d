$ASSAY rest check --no-coverage regexp.hrest
