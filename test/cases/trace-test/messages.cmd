sh try.sh mail.trace --system mail.c --runs=100; $ASSAY synth mail.trace | head -n -1
