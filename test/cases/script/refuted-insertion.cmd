$ASSAY script check --no-cache -q refuted-insertion.ss
