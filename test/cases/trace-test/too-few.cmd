sh try.sh door.trace --property=shut --system too-few.c --runs=100
