sh try.sh actors.trace --system actors-silent.c --runs=100
