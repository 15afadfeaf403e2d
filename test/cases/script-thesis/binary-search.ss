type Sorted = (a: int[] where forall i: int . forall j: int .
    i >= 0 && j < length(a) && i < j ==> a[i] <= a[j]);

(i: int where found(a, k, i)) binarySearch(Sorted a, int k) {
    int mid = 0;
    int low = 0;
    int up = length(a) - 1;
    while (low <= up)
    inv 0 <= low && up < length(a)
    inv (forall x: int . up < x && x < length(a) ==> a[x] > k)
    inv (forall x: int . 0 <= x && x < low ==> a[x] < k)
    {
        mid = (low + up) / 2;
        if (a[mid] == k) {
            return mid;
        }
        if (a[mid] > k) {
            up = mid - 1;
        } else {
            low = mid + 1;
        }
    }
    return -1;
}

function found(Sorted a, int k, int i) {
    i >= -1 && i < length(a) &&
    (i >= 0 ? a[i] == k : (forall x: int . 0 <= x && x < length(a) ==> a[x] != k))
}
