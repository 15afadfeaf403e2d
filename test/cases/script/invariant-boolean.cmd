$ASSAY script check --no-cache --limit=20 -q invariant-boolean.ss
