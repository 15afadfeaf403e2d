sh try.sh door.trace --system both.c --runs=100
