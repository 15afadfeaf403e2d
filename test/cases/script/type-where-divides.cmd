$ASSAY script check --no-cache --limit=20 -q type-where-divides.ss
