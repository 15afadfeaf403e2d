$ASSAY script check --no-cache --limit=20 -q number-is-no-int.ss
