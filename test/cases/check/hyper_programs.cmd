sh programs.sh hyper.c
