$ASSAY rest check --no-coverage unused.hrest
