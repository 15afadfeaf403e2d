sh try.sh door.trace
