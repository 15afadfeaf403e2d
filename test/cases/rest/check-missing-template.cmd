$ASSAY rest check --no-coverage missing-template.hrest
