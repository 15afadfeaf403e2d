$ASSAY trace; $ASSAY trace check
