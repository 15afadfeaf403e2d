$ASSAY rest check --no-coverage items.hrest
