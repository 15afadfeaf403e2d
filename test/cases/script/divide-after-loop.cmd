$ASSAY script check --no-cache --limit=20 -q divide-after-loop.ss
