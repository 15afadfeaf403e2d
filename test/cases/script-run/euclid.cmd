$ASSAY script run all.ss '[divided(7, 2), divided(-7, 2), divided(7, -2), -7 % 2, 7 % -2]'
