$ASSAY trace check machine.trace
