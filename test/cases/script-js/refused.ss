type Contact = {mail: email};
int largest = 9007199254740993;
boolean isContact(any x) { return x in Contact; }
