$ASSAY script check --no-cache --limit=20 -q assign-element-type.ss
