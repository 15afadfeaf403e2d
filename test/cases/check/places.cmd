sh places.sh
