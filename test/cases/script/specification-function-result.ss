function half(int n): nat { n / 2 }
