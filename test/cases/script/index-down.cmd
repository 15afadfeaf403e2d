$ASSAY script check --no-cache --limit=20 -q index-down.ss
