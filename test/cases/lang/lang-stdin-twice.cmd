$ASSAY lang check - <clock.lang; $ASSAY lang check - noon - <clock.lang; $ASSAY lang gen --like=- - <clock.lang
