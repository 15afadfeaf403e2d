$ASSAY lang list --json
