$ASSAY trace check mistakes.trace
