// A client of GitHub. That it is right follows from GitHub.hrest: `assay script check`.
specification "GitHub.hrest" of "https://api.github.com"

type NotFound = (s: string where s == "not found");

// The API has no such call. But a page of users begins behind `since`, so the first one of it
// is the one wanted, if there is one.
async (u: User where u.id == id)|NotFound getUserById(int id) {
    Response response = await get "/users{?since}" {template = {since = id - 1}};
    User[] users = response.body;

    if (length(users) == 0) {
        return "not found";
    }
    return users[0];
}

type Administrator = (u: User where u.site_admin);

// Page by page, up to the first administrator or to a page that is empty.
async Administrator|NotFound getSiteAdmin() {
    nat seen = 0;

    while (true) {
        User[] users = (await get "/users{?since}" {template = {since = seen}}).body;
        for (user of users) {
            if (user.site_admin) {
                return user;
            }
        }
        if (length(users) == 0) {
            return "not found";
        }
        seen += length(users);
    }
}

type DidCommit = {user: string, isCommitter: boolean};

// For each collaborator of a repository whether there is a commit of theirs. The key, a name
// and a password, opens private repositories.
async DidCommit[]|Problem checkUncommitters(string owner, string repo, string key) {
    Request request = {header = {basicAuthorization = key}};
    Response people = await get "/repos/${owner}/${repo}/collaborators" request;
    Response work = await get "/repos/${owner}/${repo}/commits" request;

    if (people.code != 200) {
        return people.body;
    }
    if (work.code != 200) {
        return work.body;
    }
    User[] users = people.body;
    Commit[] commits = work.body;
    DidCommit[] result where length(result) == length(users) =
        mkarray({user = "", isCommitter = false}, length(users));
    for (nat i = 0; i < length(users); i += 1) {
        result[i].user = users[i].login;
        for (commit of commits) {
            if (commit.author.login == users[i].login) {
                result[i].isCommitter = true;
            }
        }
    }
    return result;
}
