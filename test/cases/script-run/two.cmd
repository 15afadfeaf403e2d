$ASSAY script run all.ss '1 2'
