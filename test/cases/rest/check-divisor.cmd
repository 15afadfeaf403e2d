$ASSAY rest check --no-coverage divisor.hrest
