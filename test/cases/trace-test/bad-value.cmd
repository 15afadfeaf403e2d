sh try.sh door.trace --property=shut --system bad-value.c --runs=100
