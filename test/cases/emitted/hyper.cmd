python3 -B shown.py --tests hyper.c '--behavior=h_*' --runs=20
