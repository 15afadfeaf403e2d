/* Validators that are stricter than what they tell their users. Each language is what the
 * description says; the code follows the rules that were really meant, or not. Found: two
 * special characters in a row, which no description forbids. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* "A user name consists of letters, digits and hyphens, at most 38. It does not begin or
 * end with a hyphen." */
/*@ language UserName:
      start: [A-Za-z0-9-]{1,38}; */
typedef const char *UserName;
//@ type invariant user_ends(UserName s) = !\starts(s, "-") && !\ends(s, "-");

/* "A password has at least 8 characters, a small letter and a digit among them." */
/*@ language Password:
      start: [ -~]{8,64}; */
typedef const char *Password;
/*@ type invariant password_kinds(Password s) =
      (\exists integer i; 0 <= i < \length(s) && 'a' <= s[i] <= 'z') &&
      (\exists integer i; 0 <= i < \length(s) && '0' <= s[i] <= '9'); */

/* "A team name consists of letters, digits, hyphens, underscores and blanks, at most 20.
 * It does not begin or end with a hyphen or an underscore." Blanks around it were taken
 * off. */
/*@ language TeamName:
      start: [A-Za-z0-9_ -]{1,20}; */
typedef const char *TeamName;
/*@ type invariant team_ends(TeamName s) =
      !\starts(s, "-") && !\starts(s, "_") && !\starts(s, " ") &&
      !\ends(s, "-") && !\ends(s, "_") && !\ends(s, " "); */

/* A letter or digit, then at most `rest` more, or one of `special` before one. */
static bool is_name(const char *s, const char *special, size_t rest)
{
    if (!isalnum((unsigned char)s[0]) || strlen(s) > rest + 1) {
        return false;
    }
    for (size_t i = 1; s[i]; i++) {
        if (!isalnum((unsigned char)s[i]) &&
            (!strchr(special, s[i]) || !isalnum((unsigned char)s[i + 1]))) {
            return false;
        }
    }
    return true;
}

/*@ config 1000 runs;
    assigns \nothing;
    ensures \result; */
bool validate_username(UserName name)
{
    return is_name(name, "-", 37);
}

/*@ config 1000 runs;
    assigns \nothing;
    ensures \result; */
bool validate_password(Password password)
{
    bool small = false, digit = false;

    for (const char *p = password; *p; p++) {
        small = small || islower((unsigned char)*p);
        digit = digit || isdigit((unsigned char)*p);
    }
    return small && digit && strlen(password) >= 8;
}

/*@ config 1000 runs;
    assigns \nothing;
    ensures \result; */
bool validate_teamname(TeamName name)
{
    return is_name(name, "-_ ", 19);
}
