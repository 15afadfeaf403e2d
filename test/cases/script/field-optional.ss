int f({?width: int} config) {
    return config.width * 2;
}
