python3 -B shown.py texts.c
