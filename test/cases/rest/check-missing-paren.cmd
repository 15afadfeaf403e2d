$ASSAY rest check --no-coverage missing-paren.hrest
