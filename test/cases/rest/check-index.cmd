$ASSAY rest check --no-coverage index.hrest
