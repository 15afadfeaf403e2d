sh try.sh actors.trace --system actors-crash.c --runs=100
