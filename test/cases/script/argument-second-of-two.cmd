$ASSAY script check --no-cache --limit=20 -q argument-second-of-two.ss
