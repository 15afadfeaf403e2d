$ASSAY script run all.ss 'forever()'
