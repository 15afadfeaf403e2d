$ASSAY rest check --no-coverage vacuous.hrest
