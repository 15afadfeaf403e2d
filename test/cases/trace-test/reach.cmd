sh try.sh ../synth/reach.trace --system right.c
