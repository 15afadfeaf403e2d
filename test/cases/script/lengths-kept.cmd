$ASSAY script check --no-cache --limit=20 -q lengths-kept.ss
