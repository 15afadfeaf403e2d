// Where a number is in an array in order, or -1.
predicate ordered(a: seq<int>)
{
    forall i, j :: 0 <= i < j < |a| ==> a[i] <= a[j]
}

predicate found(a: seq<int>, wanted: int, at: int)
{
    -1 <= at < |a| &&
    (if at < 0 then forall i :: 0 <= i < |a| ==> a[i] != wanted else a[at] == wanted)
}

method Search(a: seq<int>, wanted: int) returns (at: int)
    requires ordered(a)
    ensures found(a, wanted, at)
{
    var low := 0;
    var high := |a|;
    while low < high
        invariant 0 <= low <= high <= |a|
        invariant forall i :: 0 <= i < low ==> a[i] < wanted
        invariant forall i :: high <= i < |a| ==> a[i] > wanted
        decreases high - low
    {
        var middle := (low + high) / 2;
        if a[middle] == wanted {
            return middle;
        }
        if a[middle] < wanted {
            low := middle + 1;
        } else {
            high := middle;
        }
    }
    return -1;
}
