$ASSAY rest check --no-coverage duplicate-type.hrest
