$ASSAY script run early.ss '1'
