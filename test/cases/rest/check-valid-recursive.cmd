$ASSAY rest check --no-coverage valid-recursive.hrest
