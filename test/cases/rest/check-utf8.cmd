$ASSAY rest check --no-coverage utf8.hrest
