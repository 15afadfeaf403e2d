$ASSAY rest check --dump=terms thesis-graphland.hrest
