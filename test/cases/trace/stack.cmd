$ASSAY trace check stack.trace
