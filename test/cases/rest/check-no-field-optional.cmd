$ASSAY rest check --no-coverage no-field-optional.hrest
