sh try.sh door.trace --property=shut --system too-many.c --runs=100
