$ASSAY rest check --no-coverage named.hrest
