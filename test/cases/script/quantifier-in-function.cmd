$ASSAY script check --no-cache --limit=20 -q quantifier-in-function.ss
