sh try.sh door.trace --system wrong.c --property=shut --replay="assay1 pshut i5 .1"
