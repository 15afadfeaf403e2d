$ASSAY rest check --no-coverage chain.hrest
