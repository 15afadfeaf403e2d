$ASSAY rest check --no-coverage index-negative.hrest
