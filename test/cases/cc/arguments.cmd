sh arguments.sh
