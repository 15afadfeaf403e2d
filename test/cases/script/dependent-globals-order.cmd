$ASSAY script check --no-cache --limit=20 -q dependent-globals-order.ss
