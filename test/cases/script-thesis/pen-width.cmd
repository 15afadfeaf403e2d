$ASSAY script check --no-cache --limit=20 -q pen-width.ss
