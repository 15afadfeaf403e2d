$ASSAY rest check --no-coverage valid-numbers.hrest
