$ASSAY lang gen clock.lang -n 200 --near --null | grep -zc '^\([01][0-9]\|2[0-3]\):[0-5][0-9]$'
