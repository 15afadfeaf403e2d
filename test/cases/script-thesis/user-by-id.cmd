$ASSAY script check --no-cache --limit=20 -q user-by-id.ss
