$ASSAY rest check --no-coverage no-field-template.hrest
