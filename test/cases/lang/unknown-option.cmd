$ASSAY lang check --line json
