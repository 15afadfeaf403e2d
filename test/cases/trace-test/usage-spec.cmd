sh try.sh --system right.c
