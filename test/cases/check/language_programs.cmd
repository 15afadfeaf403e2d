sh programs.sh language.c
