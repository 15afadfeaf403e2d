$ASSAY rest check --no-coverage arguments.hrest
