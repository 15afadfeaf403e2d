$ASSAY lang select clock.lang .hour noon-line
