sh try.sh door.trace --property=shut --system bad-text.c --runs=100
