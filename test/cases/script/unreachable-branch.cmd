$ASSAY script check --no-cache --limit=20 -q unreachable-branch.ss
