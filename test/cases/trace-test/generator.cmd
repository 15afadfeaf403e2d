sh try.sh door.trace --generator=again --system wrong.c --runs=100
