$ASSAY rest check --no-coverage valid-binders.hrest
