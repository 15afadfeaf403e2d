$ASSAY lang compile sets.lang --no-recogniser
