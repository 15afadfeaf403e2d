$ASSAY lang select clock.lang .hour missing
