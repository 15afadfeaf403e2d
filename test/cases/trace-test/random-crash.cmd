sh try.sh door.trace --property=shut --system crash-late.c --random --runs=100
