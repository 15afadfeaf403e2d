type Shape = {color: string};
type PenStroke = {penWidth: int};
type Square = Shape & PenStroke & {sideLength: int};

void doSomething(Square x) { }

void main() {
    doSomething({color = "green", sideLength = 4})
}
