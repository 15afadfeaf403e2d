specification "github.hrest" of "https://api.github.com"

type NotFoundError = (x: string where x == "not found");

async (u: User where u.id == id)|NotFoundError getUserById(int id) {
    Request request = {template = {since = id - 1}};
    Response response = await get "/users{?since}" request;
    User[] users = response.body;
    if (length(users) > 0) {
        return users[0];
    } else {
        return "not found";
    }
}
