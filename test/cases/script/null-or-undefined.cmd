$ASSAY script check --no-cache --limit=20 -q null-or-undefined.ss
