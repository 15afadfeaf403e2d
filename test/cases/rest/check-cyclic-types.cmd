$ASSAY rest check --no-coverage cyclic-types.hrest
