$ASSAY lang select clock.lang
