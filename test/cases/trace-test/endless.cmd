sh try.sh door.trace --property=shut --system endless.c --runs=100
