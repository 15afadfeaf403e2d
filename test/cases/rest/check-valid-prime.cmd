$ASSAY rest check --no-coverage valid-prime.hrest
