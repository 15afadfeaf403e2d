sh run.sh machine.lang machine.words
