python3 -B shown.py --level=cheap bodies.c
