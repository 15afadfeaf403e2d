python3 -B shown.py memory.c
