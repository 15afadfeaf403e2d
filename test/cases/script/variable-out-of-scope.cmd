$ASSAY script check --no-cache --limit=20 -q variable-out-of-scope.ss
