$ASSAY lang check clock.lang noon noon
