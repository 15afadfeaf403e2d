$ASSAY lang info list.lang
