$ASSAY rest check --no-coverage resource-undeclared.hrest
