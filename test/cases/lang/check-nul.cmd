$ASSAY lang check bytes.lang nul nul-line
