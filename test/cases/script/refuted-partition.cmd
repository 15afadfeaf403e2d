$ASSAY script check --no-cache -q refuted-partition.ss
