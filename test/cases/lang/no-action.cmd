$ASSAY lang
