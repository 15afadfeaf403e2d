$ASSAY help choises
