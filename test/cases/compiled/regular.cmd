sh run.sh regular.lang regular.words
