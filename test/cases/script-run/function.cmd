$ASSAY script run all.ss 'twice(increment, 3)'
