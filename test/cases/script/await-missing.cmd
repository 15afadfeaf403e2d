$ASSAY script check --no-cache --limit=20 -q await-missing.ss
