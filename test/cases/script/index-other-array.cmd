$ASSAY script check --no-cache --limit=20 -q index-other-array.ss
