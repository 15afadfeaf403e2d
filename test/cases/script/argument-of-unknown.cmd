$ASSAY script check --no-cache --limit=20 -q argument-of-unknown.ss
