$ASSAY script check --no-cache --limit=20 -q mkarray-negative.ss
