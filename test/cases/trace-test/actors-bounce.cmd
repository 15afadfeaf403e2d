sh try.sh actors.trace --system actors-bounce.c --runs=100
