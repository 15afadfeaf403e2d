$ASSAY rest check --no-coverage no-field-body.hrest
