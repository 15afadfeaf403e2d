boolean palindrome(int[] a) {
    int i = 0;
    int j = length(a) - 1;
    while (i < j) inv 0 <= i && j < length(a) {
        if (a[i] != a[j]) {
            return false;
        }
        i += 1;
        j -= 1;
    }
    return true;
}
