sh try.sh door.trace --property=shut --system no-handler.c
