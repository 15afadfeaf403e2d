$ASSAY script check --no-cache --limit=20 -q syntax-break.ss
