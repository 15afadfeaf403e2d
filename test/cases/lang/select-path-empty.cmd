$ASSAY lang select clock.lang "" noon
