sh try.sh door.trace --property=shut --system bad-call.c --runs=100
