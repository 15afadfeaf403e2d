$ASSAY rest check --no-coverage shadows.hrest
