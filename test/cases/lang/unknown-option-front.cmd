$ASSAY lang --json check json
