sh try.sh door.trace --system wrong.c --property=shut --replay=nothing.choices
