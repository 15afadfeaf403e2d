$ASSAY script check --no-cache --limit=20 -q first-element-there.ss
