// Where a number is in an array in order, or -1.
type Ordered = (a: int[] where
    forall i: int . forall j: int . 0 <= i && i < j && j < length(a) ==> a[i] <= a[j]);

function found(Ordered a, int wanted, int at) {
    -1 <= at && at < length(a) &&
    (at < 0 ? (forall i: int . 0 <= i && i < length(a) ==> a[i] != wanted) : a[at] == wanted)
}

(at: int where found(a, wanted, at)) search(Ordered a, int wanted) {
    int low = 0;
    int high = length(a);

    while (low < high)
        inv 0 <= low && low <= high && high <= length(a)
        inv forall i: int . 0 <= i && i < low ==> a[i] < wanted
        inv forall i: int . high <= i && i < length(a) ==> a[i] > wanted
        decreases high - low
    {
        int middle = (low + high) / 2;
        if (a[middle] == wanted) {
            return middle;
        }
        if (a[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return -1;
}
