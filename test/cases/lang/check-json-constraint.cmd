$ASSAY lang check --json tag.lang tag
