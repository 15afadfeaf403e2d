$ASSAY lang compile repeats.lang --no-recogniser
