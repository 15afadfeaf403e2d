$ASSAY rest check --no-coverage valid-object-and.hrest
