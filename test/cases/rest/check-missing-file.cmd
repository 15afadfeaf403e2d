$ASSAY rest check missing.hrest
