$ASSAY rest check --no-coverage reserved-type.hrest
