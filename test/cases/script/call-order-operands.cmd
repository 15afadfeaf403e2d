$ASSAY script check --no-cache --limit=20 -q call-order-operands.ss
