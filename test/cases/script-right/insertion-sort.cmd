$ASSAY script check --no-cache --limit=20 -q insertion-sort.ss
