python3 -B shown.py --tests inputs.c
