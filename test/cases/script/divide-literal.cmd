$ASSAY script check --no-cache --limit=20 -q divide-literal.ss
