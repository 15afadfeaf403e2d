$ASSAY rest check --no-coverage index-off-by-one.hrest
