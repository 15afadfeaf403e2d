$ASSAY lang compile json --no-generator --no-recogniser
