$ASSAY script run all.ss 'nothing(1)'
