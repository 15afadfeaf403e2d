$ASSAY script run all.ss 'bToOne({a = 1})'
