$ASSAY rest check --no-coverage valid-object-cond.hrest
