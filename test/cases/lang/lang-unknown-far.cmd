$ASSAY lang check frobnicate noon
