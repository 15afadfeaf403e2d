$ASSAY script check --no-cache --limit=20 -q callback-refined.ss
