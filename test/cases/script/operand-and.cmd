$ASSAY script check --no-cache --limit=20 -q operand-and.ss
