/* Strings that are not of the type they get, wherever they get it. */
/*@ language Word: start: [a-z]+; */
typedef const char *Word;

Word first = "One";

int length(Word w);

Word name(int n)
{
    Word w = n > 0 ? "" : "zero";

    w = "two two";
    if (n == length("three!"))
        return (Word) "4";
    return "five";
}
