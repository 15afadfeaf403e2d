$ASSAY lang tree clock.lang missing
