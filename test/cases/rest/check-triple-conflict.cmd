$ASSAY rest check --no-coverage triple-conflict.hrest
