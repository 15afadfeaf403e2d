$ASSAY script run --json all.ss 'moved({x = 1, y = 2})'
