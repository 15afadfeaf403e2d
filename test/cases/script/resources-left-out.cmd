$ASSAY script check --no-cache --limit=20 -q resources-left-out.ss
