type SquareConfig = {?color: string, ?width: int};

{color: string, area: int} createSquare(SquareConfig config) {
    any square = {color = "white", area = 100};
    if (config in {color: any}) {
        square.color = config.color;
    }
    if (config in {width: any}) {
        square.area = config.width * config.width;
    }
    return square;
}
