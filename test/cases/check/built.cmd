sh built.sh
