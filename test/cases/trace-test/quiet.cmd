sh try.sh door.trace --system right.c --property=shut -q --runs=100
