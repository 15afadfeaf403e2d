$ASSAY rest check --no-coverage wide-and-tabs.hrest
