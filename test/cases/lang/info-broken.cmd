$ASSAY lang info broken.lang
