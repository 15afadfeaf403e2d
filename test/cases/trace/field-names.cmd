$ASSAY trace check --dump field-names.trace
