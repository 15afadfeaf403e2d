sh try.sh door.trace --property=shut --system right.c --runs=100
