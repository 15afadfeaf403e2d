sh gaps.sh
