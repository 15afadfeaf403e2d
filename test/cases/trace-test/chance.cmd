sh try.sh chance.trace --system minus.c --random
