sh try.sh door.trace --system missing.c 2>&1 | head -n 1
