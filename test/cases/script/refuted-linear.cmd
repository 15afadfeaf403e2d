$ASSAY script check --no-cache -q refuted-linear.ss
