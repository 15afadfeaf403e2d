sh try.sh door.trace --generator=more --system wrong.c --runs=100
