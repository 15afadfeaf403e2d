sh try.sh door.trace --property=shut --system silent.c --runs=100
