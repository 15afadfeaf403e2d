sh try.sh door.trace --property=shut --system unknown-message.c --runs=100
