$ASSAY rest check --no-coverage cyclic-type.hrest
