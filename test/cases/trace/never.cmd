$ASSAY trace check never.trace
