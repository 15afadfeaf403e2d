$ASSAY script check --no-cache --limit=20 -q vacuous-array.ss
