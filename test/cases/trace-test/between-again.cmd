sh between-again.sh
