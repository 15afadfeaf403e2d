$ASSAY script run all.ss 'moved({x = 1, y = 2})'
