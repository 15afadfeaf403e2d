$ASSAY script check --no-cache --limit=20 divide-by-parameter.ss ../script-right/clamp.ss | sed "s/[0-9]* questions*/N questions/"
