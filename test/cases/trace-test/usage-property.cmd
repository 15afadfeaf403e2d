sh try.sh door.trace --system right.c --property=shutt
