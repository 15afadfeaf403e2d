$ASSAY rest check --no-coverage language-file.hrest
