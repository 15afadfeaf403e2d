$ASSAY script check --no-cache -q refuted-dutch.ss
