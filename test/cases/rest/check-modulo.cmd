$ASSAY rest check --no-coverage modulo.hrest
