sh made.sh
