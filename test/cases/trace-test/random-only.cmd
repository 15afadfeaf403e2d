sh try.sh cache.trace --system cache.c --random --runs=1000
