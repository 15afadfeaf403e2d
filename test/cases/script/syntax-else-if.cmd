$ASSAY script check --no-cache --limit=20 -q syntax-else-if.ss
