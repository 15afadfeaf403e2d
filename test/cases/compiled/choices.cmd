$ASSAY lang compile choices.lang --no-recogniser
