sh try.sh door.trace --property=shut --system crash.c --runs=100
