$ASSAY rest check --no-coverage valid-languages.hrest
