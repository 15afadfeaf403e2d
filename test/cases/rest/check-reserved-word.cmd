$ASSAY rest check --no-coverage reserved-word.hrest
