$ASSAY rest check --no-coverage --limit=0.3 not-decided.hrest
