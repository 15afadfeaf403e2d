void greet({name: string, age: nat} person) { }
void f() {
    greet({nmae = "Ann", age = 3});
}
