$ASSAY trace check rules.trace
