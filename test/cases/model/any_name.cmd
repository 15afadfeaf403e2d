sh any_name.sh
