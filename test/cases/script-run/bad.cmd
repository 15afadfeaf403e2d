$ASSAY script run bad.ss '1'
