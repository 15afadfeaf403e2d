string f({user: {?address: {city: string}}} o) {
    return o.user.address.city;
}
