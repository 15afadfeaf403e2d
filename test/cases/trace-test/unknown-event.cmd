sh try.sh door.trace --property=shut --system unknown-event.c --runs=100
