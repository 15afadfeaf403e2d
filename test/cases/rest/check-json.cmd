$ASSAY rest check --json no-field.hrest
