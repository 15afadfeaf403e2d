$ASSAY rest check --no-coverage valid-derived.hrest
