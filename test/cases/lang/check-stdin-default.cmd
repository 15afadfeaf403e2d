printf '{"a":01}' | $ASSAY lang check json
