/* Values come by a pointer alone. */
struct port {
    int number;
};
int port_open(struct port **ret);
int port_send(struct port *p, int x);
