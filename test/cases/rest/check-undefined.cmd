$ASSAY rest check --no-coverage undefined.hrest
