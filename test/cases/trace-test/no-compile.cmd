sh try.sh door.trace --system no-compile.c 2>&1 | sed -E "s/(no-compile.c:)[0-9]+:.*/\1 .../; /^ /d"
