$ASSAY lang check - noon <clock.lang
