$ASSAY rest check --no-coverage thesis-github.hrest
