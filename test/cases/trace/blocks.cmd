{ cat stack.trace; printf 'generator deep for lost {'; for i in $(seq 101); do printf 'choose { '; done; } >$TMP/deep.trace; cd $TMP && $ASSAY trace check deep.trace
