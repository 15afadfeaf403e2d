$ASSAY lang compile greeting.lang --no-recogniser
