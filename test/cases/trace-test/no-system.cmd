sh try.sh door.trace --system no-system.c
