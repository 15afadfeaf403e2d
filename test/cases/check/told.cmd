sh told.sh
