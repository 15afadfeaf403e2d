$ASSAY rest check --no-coverage not-boolean-where.hrest
