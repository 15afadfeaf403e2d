$ASSAY rest check --no-coverage isdefined.hrest
