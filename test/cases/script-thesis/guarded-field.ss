boolean choose({} obj) {
    return obj in {l: boolean} ? obj.l : false;
}

boolean both({} obj) {
    return obj in {l: boolean} && obj.l;
}
