$ASSAY script check --no-cache --limit=20 -q for-of-changed.ss
