$ASSAY rest check --no-coverage missing-method.hrest
