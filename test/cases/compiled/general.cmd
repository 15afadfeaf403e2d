sh run.sh general.lang general.words
