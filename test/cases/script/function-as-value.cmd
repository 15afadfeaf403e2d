$ASSAY script check --no-cache --limit=20 -q function-as-value.ss
