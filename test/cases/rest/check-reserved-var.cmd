$ASSAY rest check --no-coverage reserved-var.hrest
