$ASSAY script run bad-global.ss '1'
