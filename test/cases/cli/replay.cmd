sh replay.sh
