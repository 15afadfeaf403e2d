sh programs.sh memory.c
