$ASSAY script check --no-cache --limit=20 -q binary-search.ss
