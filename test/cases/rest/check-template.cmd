$ASSAY rest check --no-coverage template.hrest
