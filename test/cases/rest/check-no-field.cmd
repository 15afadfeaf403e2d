$ASSAY rest check --no-coverage no-field.hrest
