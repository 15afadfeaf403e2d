$ASSAY rest check - < no-field.hrest
