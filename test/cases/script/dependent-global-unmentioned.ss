int x = 0;
int y where y > x = 1;
void f() {
    x = 5;
}
