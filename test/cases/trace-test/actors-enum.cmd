sh try.sh actors.trace --system actors-enum.c --runs=100
