$ASSAY script check --no-cache --limit=20 --json divide-by-parameter.ss index-negative.ss
