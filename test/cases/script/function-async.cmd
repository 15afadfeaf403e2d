$ASSAY script check --no-cache --limit=20 -q function-async.ss
