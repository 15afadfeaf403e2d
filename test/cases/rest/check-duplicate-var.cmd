$ASSAY rest check --no-coverage duplicate-var.hrest
