string f({name: string} person) {
    return person.nmae;
}
