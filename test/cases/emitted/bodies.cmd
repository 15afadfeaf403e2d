python3 -B shown.py bodies.c
