$ASSAY rest check --no-coverage regexp-lookahead.hrest
