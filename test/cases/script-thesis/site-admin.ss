specification "github.hrest" of "https://api.github.com"

type AdminUser = (u: User where u.site_admin);
type NoAdminError = (x: string where x == "There are no admins!");

async AdminUser|NoAdminError getSiteAdmin() {
    nat i = 0;
    nat j = 0;
    User[] users = [];
    while (true) {
        users = (await get "/users{?since}" {template = {since = i}}).body;
        j = 0;
        while (j < length(users)) {
            if (users[j].site_admin) {
                return users[j];
            }
            j = j + 1;
        }
        if (length(users) == 0) {
            return "There are no admins!";
        }
        i = i + j - 1;
    }
}
