$ASSAY script run all.ss 'copies([1, 2, 3])'
