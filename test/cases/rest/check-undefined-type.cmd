$ASSAY rest check --no-coverage undefined-type.hrest
