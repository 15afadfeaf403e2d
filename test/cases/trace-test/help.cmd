$ASSAY trace test --help
