specification "github.hrest" of "https://api.github.com"

type DidCommit = {user: string, isCommitter: boolean};

async DidCommit[] checkUncommitters(string owner, string repository, string key) {
    nat i = 0;
    nat j = 0;
    Request request = {template = {owner = owner, repo = repository},
                       header = {basicAuthorization = key}};
    User[] users = (await get "/repos/{owner}/{repo}/collaborators" request).body;
    Commit[] commits = (await get "/repos/{owner}/{repo}/commits" request).body;
    (d: DidCommit[] where length(d) == length(users)) didCommit =
        mkarray({user = "", isCommitter = false}, length(users));
    while (i < length(users)) {
        didCommit[i].user = users[i].login;
        i = i + 1;
    }
    i = 0;
    while (i < length(commits)) {
        j = 0;
        while (j < length(didCommit)) {
            if (didCommit[j].user == commits[i].author.login) {
                didCommit[j].isCommitter = true;
            }
            j = j + 1;
        }
        i = i + 1;
    }
    return didCommit;
}
