$ASSAY script check --no-cache --limit=20 -q return-in-loop.ss
