$ASSAY script check --no-cache --limit=20 -q decreases-recursion.ss
