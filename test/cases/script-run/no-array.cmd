$ASSAY script run all.ss 'total("a")'
