$ASSAY script check --no-cache --limit=20 -q request-value-type.ss
