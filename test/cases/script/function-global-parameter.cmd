$ASSAY script check --no-cache --limit=20 -q function-global-parameter.ss
