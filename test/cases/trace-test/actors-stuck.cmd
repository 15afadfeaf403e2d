sh try.sh actors.trace --system actors-stuck.c --runs=100
