$ASSAY rest check --no-coverage thesis-dummy-simplified.hrest
