sh try.sh door.trace --property=shut --system wrong.c --runs=100
