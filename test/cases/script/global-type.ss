nat start = 0 - 1;
