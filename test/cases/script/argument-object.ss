void greet({name: string, age: nat} person) { }
void f(int age) {
    greet({name = "Ann", age = age});
}
