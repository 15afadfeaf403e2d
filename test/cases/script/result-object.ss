{id: int, name: string} f(string name) {
    return {name = name};
}
