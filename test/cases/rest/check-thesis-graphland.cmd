$ASSAY rest check --no-coverage thesis-graphland.hrest
