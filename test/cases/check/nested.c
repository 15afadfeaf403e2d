/*@ requires 0 <= rows <= 4 && 0 <= columns <= 4 && \valid(m + (0 .. rows * columns - 1));
    assigns m[0 .. rows * columns - 1];
    ensures \forall integer i; 0 <= i < rows * columns ==> m[i] == 3; */
void fill(int *m, int rows, int columns)
{
    /*@ loop invariant 0 <= i <= rows;
        loop assigns i, m[0 .. rows * columns - 1];
        loop variant rows - i; */
    for (int i = 0; i < rows; i++)
        /*@ loop invariant 0 <= j <= columns;
            loop invariant \forall integer k; 0 <= k < i * columns ==> m[k] == \at(m[k],
           LoopEntry); loop assigns j, m[i * columns .. i * columns + columns - 1]; loop
           variant columns - j; */
        for (int j = 0; j < columns; j++)
            /*@ loop assigns m[i * columns + j]; loop variant 3 - m[i * columns + j]; */
            do
                /*@ loop assigns m[i * columns + j]; loop variant 1; */
                while (m[i * columns + j] > 3)
                    m[i * columns + j] = 2;
            while (m[i * columns + j] < 3 && (m[i * columns + j] = 3) < 3);
}
