$ASSAY rest check --no-coverage unknown-method.hrest
