$ASSAY rest check uncovered.hrest
