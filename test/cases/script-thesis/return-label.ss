string returnLabel({label: string} labeled) {
    return labeled.label;
}
