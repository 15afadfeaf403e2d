sh try.sh door.trace --property=shut --system wrong.c --random --runs=200
