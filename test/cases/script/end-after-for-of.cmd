$ASSAY script check --no-cache --limit=20 -q end-after-for-of.ss
