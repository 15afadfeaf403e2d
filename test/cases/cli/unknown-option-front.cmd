$ASSAY --versoin
