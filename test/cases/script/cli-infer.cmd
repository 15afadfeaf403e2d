$ASSAY script check --no-cache --limit=20 -q --infer ../script-thesis/sum-plain.ss
