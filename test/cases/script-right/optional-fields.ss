type Config = {?host: string, ?port: (p: int where 0 < p && p < 65536), ?tls: boolean};

string hostOf(Config c) {
    return c in {host: any} ? c.host : "localhost";
}

(p: int where 0 < p && p < 65536) portOf(Config c) {
    if (c in {port: any}) {
        return c.port;
    }
    if (c in {tls: boolean} && c.tls) {
        return 443;
    }
    return 80;
}
