$ASSAY rest check --no-coverage number.hrest
