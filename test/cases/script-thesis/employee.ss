specification "dummy.hrest" of "http://dummy.restapiexample.com/api/v1"

async string addEmployee(string empName, string empSalary, string empAge) {
    EmployeeRequest requestBody = {name = empName, salary = empSalary, age = empAge};
    Response response = await post "/create" {body = requestBody};
    return response.body.id;
}
