$ASSAY script check --no-cache --limit=20 -q type-test-of-variable.ss
