python3 -B shown.py numbers.c
