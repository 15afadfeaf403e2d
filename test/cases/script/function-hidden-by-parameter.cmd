$ASSAY script check --no-cache --limit=20 -q function-hidden-by-parameter.ss
