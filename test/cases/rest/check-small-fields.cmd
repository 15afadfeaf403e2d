$ASSAY rest check --no-coverage small-fields.hrest
