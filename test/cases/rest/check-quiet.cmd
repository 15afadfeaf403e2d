$ASSAY rest check -q valid-prime.hrest valid-maps.hrest no-field.hrest
