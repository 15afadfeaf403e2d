specification "users.hrest" of "http://127.0.0.1"
type User = {id: int};
int f(User u) { return u.id; }
