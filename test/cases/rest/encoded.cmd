$ASSAY rest check -q --no-coverage --limit=60 --dump=smt encoded.hrest | awk '/pre_uriof \(Value/ { shown = 1; next } /^; query/ { shown = 0; print } shown && !/^;/'
