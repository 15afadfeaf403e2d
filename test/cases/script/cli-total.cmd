$ASSAY script check --no-cache --total --limit=20 -q ../script-right/gcd.ss ../script-right/recursion.ss ../script-right/two-pointers.ss ../script-right/average.ss
