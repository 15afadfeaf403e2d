$ASSAY help check
