$ASSAY script check --no-cache --limit=20 -q to-boolean.ss
