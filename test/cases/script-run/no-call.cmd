$ASSAY script run all.ss
