$ASSAY rest check --no-coverage valid-expand.hrest
