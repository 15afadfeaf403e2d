$ASSAY trace check --help; $ASSAY trace --help
