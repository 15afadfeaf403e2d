$ASSAY rest check --no-coverage strict-and.hrest
