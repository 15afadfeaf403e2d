$ASSAY script check --no-cache --limit=20 --total -q total-recursion.ss
