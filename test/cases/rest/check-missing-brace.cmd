$ASSAY rest check --no-coverage missing-brace.hrest
