$ASSAY lang tree bytes.lang nul
