$ASSAY script check --no-cache --limit=20 -q dependent-call-join.ss
