$ASSAY rest check --no-coverage regexp-size.hrest
