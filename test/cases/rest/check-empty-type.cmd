$ASSAY rest check --no-coverage empty-type.hrest
