sh try.sh actors.trace --system actors-field.c --runs=100
