$ASSAY lang check clock.lang noon noon-line nul missing noon
