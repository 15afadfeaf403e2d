$ASSAY script run none.ss '1'
