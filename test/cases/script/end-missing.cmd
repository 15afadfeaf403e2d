$ASSAY script check --no-cache --limit=20 -q end-missing.ss
