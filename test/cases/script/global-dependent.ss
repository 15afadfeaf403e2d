int low = 10;
int high where high > low = 5;
