$ASSAY rest check --no-coverage thesis-dummy.hrest
