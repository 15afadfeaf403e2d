$ASSAY rest check --no-coverage template-variable.hrest
