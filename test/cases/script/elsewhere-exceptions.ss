int f(int x) { try { return 1; } catch (e) { return 2; } }
