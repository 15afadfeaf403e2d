$ASSAY trace check --json mistakes.trace | head -n 4
