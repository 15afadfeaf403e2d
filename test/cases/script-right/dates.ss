boolean leap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

type Month = (m: int where 1 <= m && m <= 12);

(d: int where 28 <= d && d <= 31) days(Month m, int year) {
    int[] all = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    if (m == 2 && leap(year)) {
        return 29;
    }
    return all[m - 1];
}
