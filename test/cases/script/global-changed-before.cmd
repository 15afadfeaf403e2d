$ASSAY script check --no-cache --limit=20 -q global-changed-before.ss
