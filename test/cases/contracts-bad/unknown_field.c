/* The structure has no field `z`. */
struct point {
    int x, y;
};

/*@ requires \valid_read(p);
    ensures \result == p->x + p->z;
*/
int sum(const struct point *p)
{
    return p->x + p->y;
}
