$ASSAY script check --no-cache --limit=20 -q addition-one-loop.ss
