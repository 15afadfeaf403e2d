$ASSAY script check --no-cache --limit=20 --json await-outside.ss endpoint-near.ss syntax-triple-equals.ss
