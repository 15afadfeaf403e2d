$ASSAY script check --no-cache --limit=20 -q create-square.ss
