specification "users.hrest" of "http://127.0.0.1"
Response users = await get "/users";
