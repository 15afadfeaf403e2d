$ASSAY rest check --no-coverage not-boolean-pre.hrest
