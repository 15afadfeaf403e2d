$ASSAY rest check --no-coverage duplicate-field.hrest
