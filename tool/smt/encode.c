/*
 * Terms as SMT-LIB.
 *
 * Values are one datatype, so no value is of two sorts. Arrays, objects and numbers with
 * a fraction are references, and what is in them is told by functions: `len` and `at`,
 * `has` and `field`, `frac`. In the intended model a reference is its content: there are
 * as many references as there are arrays, as objects and as numbers, each is one of each,
 * and all axioms are true of them; so nothing contradictory is ever assumed. Literals are
 * made by `push` and `put`. That what has the same content is the same is said where two
 * values are compared (`same`), down to the third level; deeper it is not known, which
 * loses proofs, not truth.
 *
 * The content is not inside of the datatype because Z3 4.8.12 proves things that are
 * false of datatypes that contain arrays of themselves.
 *
 * Names of fields and of resource types are numbers: nothing is ever computed of them.
 *
 * Where the sort of a term is known (`length(a)`, a variable of type Integer) it is
 * encoded without its box, and conditions are encoded as formulas.
 *
 * Strings of Z3 have characters up to U+2FFFF. A literal beyond them is a constant of
 * which the length is known and that it differs from other such literals: any solution
 * over all characters can be renamed to one over Z3's, for no other operator tells the
 * characters apart. For the same reason a regular expression that does is left
 * uninterpreted (encode_regexp.c).
 *
 * Not interpreted: expand and matches of what is not literal, languages but for the
 * literals at hand, repof and uriof. Numbers are all reals, of which decimals are some.
 */
#include "smt/encode.h"
#include "base/ascii.h"
#include "term/eval.h"
#include "term/known.h"

#include <assay/lang.h>
#include <stdio.h>
#include <string.h>

/* What a query may speak of, and what is true of it. */
static const char VALUES[] =
    "(declare-sort Ref 0)\n"
    "(declare-datatypes ((Value 0)) (((VNull) (VBool (bool Bool)) (VInt (int Int))\n"
    "  (VFrac (frac_ref Ref)) (VStr (str String)) (VArr (items_ref Ref))\n"
    "  (VObj (fields_ref Ref)) (VTemplate (template String))\n"
    "  (VRegexp (regexp String)) (VRes (kind Int) (id Int)) (VVoid))))\n"
    "(declare-fun len (Value) Int)\n"
    "(declare-fun at (Value Int) Value)\n"
    "(declare-fun has (Value Int) Bool)\n"
    "(declare-fun field (Value Int) Value)\n"
    "(assert (forall ((v Value)) (! (>= (len v) 0) :pattern ((len v)))))\n";

static const char FRACTIONS[] =
    "(declare-fun frac (Value) Real)\n"
    "(declare-fun unfrac (Real) Value)\n"
    "(assert (forall ((v Value)) (! (=> ((_ is VFrac) v)\n"
    "  (and (not (is_int (frac v))) (= (unfrac (frac v)) v))) :pattern ((frac v)))))\n"
    "(assert (forall ((r Real)) (! (=> (not (is_int r))\n"
    "  (and ((_ is VFrac) (unfrac r)) (= (frac (unfrac r)) r))) :pattern ((unfrac "
    "r)))))\n"
    "(define-fun num ((v Value)) Real\n"
    "  (ite ((_ is VInt) v) (to_real (int v)) (frac v)))\n"
    "(define-fun box ((r Real)) Value (ite (is_int r) (VInt (to_int r)) (unfrac r)))\n"
    "(define-fun ints ((a Value) (b Value)) Bool\n"
    "  (and ((_ is VInt) a) ((_ is VInt) b)))\n"
    "(define-fun add ((a Value) (b Value)) Value (ite (ints a b)\n"
    "  (VInt (+ (int a) (int b))) (box (+ (num a) (num b)))))\n"
    "(define-fun sub ((a Value) (b Value)) Value (ite (ints a b)\n"
    "  (VInt (- (int a) (int b))) (box (- (num a) (num b)))))\n"
    "(define-fun mul ((a Value) (b Value)) Value (ite (ints a b)\n"
    "  (VInt (* (int a) (int b))) (box (* (num a) (num b)))))\n"
    "(define-fun neg ((a Value)) Value (ite ((_ is VInt) a)\n"
    "  (VInt (- (int a))) (unfrac (- (frac a)))))\n"
    "(define-fun lt ((a Value) (b Value)) Bool (ite (ints a b)\n"
    "  (< (int a) (int b)) (< (num a) (num b))))\n"
    "(define-fun le ((a Value) (b Value)) Bool (ite (ints a b)\n"
    "  (<= (int a) (int b)) (<= (num a) (num b))))\n";

static const char LISTS[] =
    "(declare-const nil Value)\n"
    "(declare-fun push (Value Value) Value)\n"
    "(assert (and ((_ is VArr) nil) (= (len nil) 0)))\n"
    "(assert (forall ((a Value) (x Value)) (! (and ((_ is VArr) (push a x))\n"
    "  (= (len (push a x)) (+ 1 (len a))) (= (at (push a x) (len a)) x))\n"
    "  :pattern ((push a x)))))\n"
    "(assert (forall ((a Value) (x Value) (i Int)) (! (=> (and (<= 0 i) (< i (len a)))\n"
    "  (= (at (push a x) i) (at a i))) :pattern ((at (push a x) i)))))\n";

static const char OBJECTS[] =
    "(declare-const empty Value)\n"
    "(declare-fun put (Value Int Value) Value)\n"
    "(assert ((_ is VObj) empty))\n"
    "(assert (forall ((f Int)) (! (not (has empty f)) :pattern ((has empty f)))))\n"
    "(assert (forall ((o Value) (f Int) (x Value)) (! (and ((_ is VObj) (put o f x))\n"
    "  (has (put o f x) f) (= (field (put o f x) f) x)) :pattern ((put o f x)))))\n"
    "(assert (forall ((o Value) (f Int) (x Value) (g Int)) (! (=> (not (= f g))\n"
    "  (= (has (put o f x) g) (has o g))) :pattern ((has (put o f x) g)))))\n"
    "(assert (forall ((o Value) (f Int) (x Value) (g Int)) (! (=> (not (= f g))\n"
    "  (= (field (put o f x) g) (field o g))) :pattern ((field (put o f x) g)))))\n";

static const char ITEMS[] =
    "(declare-fun item (Value Int Value) Value)\n"
    "(assert (forall ((a Value) (i Int) (x Value)) (! (and ((_ is VArr) (item a i x))\n"
    "  (= (len (item a i x)) (len a)) (=> (and (<= 0 i) (< i (len a)))\n"
    "  (= (at (item a i x) i) x))) :pattern ((item a i x)))))\n"
    "(assert (forall ((a Value) (i Int) (x Value) (j Int)) (!\n"
    "  (=> (and (not (= i j)) (<= 0 j) (< j (len a)))\n"
    "  (= (at (item a i x) j) (at a j))) :pattern ((at (item a i x) j)))))\n";

static const char COPIES[] =
    "(declare-fun mkarray (Value Int) Value)\n"
    "(assert (forall ((x Value) (n Int)) (! (and ((_ is VArr) (mkarray x n))\n"
    "  (=> (<= 0 n) (= (len (mkarray x n)) n))) :pattern ((mkarray x n)))))\n"
    "(assert (forall ((x Value) (n Int) (i Int)) (! (=> (and (<= 0 i) (< i n))\n"
    "  (= (at (mkarray x n) i) x)) :pattern ((at (mkarray x n) i)))))\n";

static const char SAMENESS[] =
    "(declare-fun same0 (Value Value) Bool)\n"
    "(declare-fun same1 (Value Value) Bool)\n"
    "(declare-fun same (Value Value) Bool)\n"
    "(assert (forall ((x Value) (y Value)) (! (= (same0 x y) (= x y)) :pattern ((same0 x "
    "y)))))\n"
    "(assert (forall ((x Value) (y Value)) (! (= (same1 x y) (= x y)) :pattern ((same1 x "
    "y)))))\n"
    "(assert (forall ((x Value) (y Value)) (! (=> (and ((_ is VArr) x) ((_ is VArr) y)\n"
    "  (= (len x) (len y)) (forall ((i Int)) (=> (and (<= 0 i) (< i (len x)))\n"
    "  (same0 (at x i) (at y i))))) (= x y)) :pattern ((same1 x y)))))\n"
    "(assert (forall ((x Value) (y Value)) (! (=> (and ((_ is VObj) x) ((_ is VObj) y)\n"
    "  (forall ((f Int)) (and (= (has x f) (has y f))\n"
    "  (=> (has x f) (same0 (field x f) (field y f)))))) (= x y))\n"
    "  :pattern ((same1 x y)))))\n"
    "(assert (forall ((x Value) (y Value)) (! (= (same x y) (= x y)) :pattern ((same x "
    "y)))))\n"
    "(assert (forall ((x Value) (y Value)) (! (=> (and ((_ is VArr) x) ((_ is VArr) y)\n"
    "  (= (len x) (len y)) (forall ((i Int)) (=> (and (<= 0 i) (< i (len x)))\n"
    "  (same1 (at x i) (at y i))))) (= x y)) :pattern ((same x y)))))\n"
    "(assert (forall ((x Value) (y Value)) (! (=> (and ((_ is VObj) x) ((_ is VObj) y)\n"
    "  (forall ((f Int)) (and (= (has x f) (has y f))\n"
    "  (=> (has x f) (same1 (field x f) (field y f)))))) (= x y))\n"
    "  :pattern ((same x y)))))\n";

static const char WORLD[] = "(declare-fun repof (Value Value) Bool)\n"
                            "(declare-fun uriof (Value Value) Bool)\n"
                            "(declare-fun pre_repof (Value Value) Bool)\n"
                            "(declare-fun pre_uriof (Value Value) Bool)\n"
                            "(declare-fun matches (String String) Bool)\n"
                            "(declare-fun expand (String Value) String)\n";

/* A part of the prelude, and the words of queries that need it, ended by NULL. Reading
 * all of it takes longer than most questions do. */
static const struct {
    const char *text;
    const char *words[12];
} PRELUDE[] = {
    {VALUES, {"", NULL}},
    {FRACTIONS,
     {"frac", "num", "box", "ints", "(add", "(sub", "(mul", "(neg", "(lt", "(le ", NULL}},
    {LISTS, {"push", "nil", NULL}},
    {OBJECTS, {"put", "empty", NULL}},
    {ITEMS, {"(item", NULL}},
    {COPIES, {"(mkarray", NULL}},
    {SAMENESS, {"(same", NULL}},
    {WORLD, {"", NULL}},
};

static bool needs_part(const char *const *words, const char *query)
{
    for (; *words; words++)
        if (!query || strstr(query, *words))
            return true;
    return false;
}

void encode_prelude(const char *query, struct assay_buf *out)
{
    for (size_t i = 0; i < sizeof PRELUDE / sizeof *PRELUDE; i++)
        if (needs_part(PRELUDE[i].words, query))
            assay_buf_puts(out, PRELUDE[i].text);
}

void encode_init(Encoder *e, struct assay_arena *arena)
{
    memset(e, 0, sizeof *e);
    e->arena = arena;
    e->unfoldings = ENCODE_UNFOLDINGS;
    assay_buf_init(&e->declarations, NULL, ENCODE_TEXT);
    assay_buf_init(&e->assertions, NULL, ENCODE_TEXT);
}

void encode_done(Encoder *e)
{
    assay_buf_done(&e->declarations);
    assay_buf_done(&e->assertions);
}

const char *encode_text(Encoder *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = len < 0 || len > (int)ENCODE_TEXT || e->why
                     ? NULL
                     : assay_arena_new(e->arena, (size_t)len + 1, 1);
    if (!text) {
        if (!e->why)
            e->why = "the question is too large for the solver";
        return "";
    }
    va_start(args, format);
    vsnprintf(text, (size_t)len + 1, format, args);
    va_end(args);
    return text;
}

/* ---- Sorts. */

static Encoded value(const char *text)
{
    return (Encoded){SORT_VALUE, text};
}

static Encoded boolean(const char *text)
{
    return (Encoded){SORT_BOOL, text};
}

const char *encode_sort_name(EncodeSort sort)
{
    static const char *const NAMES[] = {"Value", "Bool", "Int", "String"};
    return NAMES[sort];
}

const char *encode_as(Encoder *e, Encoded x, EncodeSort sort)
{
    static const char *const BOXES[] = {"", "VBool", "VInt", "VStr"};
    static const char *const CONTENTS[] = {"", "bool", "int", "str"};
    if (x.sort == sort)
        return x.text;
    if (sort == SORT_VALUE)
        return encode_text(e, "(%s %s)", BOXES[x.sort], x.text);
    /* A box of another sort has no such content: the term has no value. */
    return encode_text(e, "(%s %s)", CONTENTS[sort], encode_as(e, x, SORT_VALUE));
}

static const char *term_as(Encoder *e, const Term *t, EncodeSort sort)
{
    return encode_as(e, encode_term(e, t), sort);
}

EncodeSort encode_sort_of(const Type *t)
{
    t = type_base(t);
    switch (t->kind) {
    case TYPE_INTEGER:
        return SORT_INT;
    case TYPE_BOOLEAN:
        return SORT_BOOL;
    case TYPE_STRING:
    case TYPE_LANGUAGE:
        return SORT_STRING;
    default:
        return SORT_VALUE;
    }
}

/* ---- Variables. */

void encode_push(Encoder *e, const Binding *var, Encoded is)
{
    if (e->nvariables == ENCODE_ITEMS)
        e->why = "the question has too many variables for the solver";
    else
        e->variables[e->nvariables++] = (EncodeVariable){var, is};
}

/* A name of our own that tells which variable it is. */
static const char *variable_name(Encoder *e, const Binding *var)
{
    char name[32];
    size_t n = 0;
    for (const char *p = var->name ? var->name : ""; *p && n < sizeof name - 1; p++) {
        name[n++] = assay_is_word(*p) ? *p : '_';
    }
    name[n] = 0;
    return encode_text(e, "_%s!%u", name, e->fresh++);
}

static Encoded declare(Encoder *e, const Binding *var, EncodeSort sort)
{
    const char *name = variable_name(e, var);
    assay_buf_printf(&e->declarations, "(declare-const %s %s)\n", name,
                     encode_sort_name(sort));
    encode_push(e, var, (Encoded){sort, name});
    return (Encoded){sort, name};
}

static Encoded variable(Encoder *e, const Binding *var)
{
    for (uint32_t i = e->nvariables; i-- > 0;) {
        if (e->variables[i].var == var)
            return e->variables[i].is;
    }
    e->why = "the question speaks of a variable that is not in scope";
    return value("VNull");
}

/* ---- Operators. */

typedef struct {
    Encoder *e;
    const Term *const *args;
} Call;

/* A condition that holds wherever the whole does, in the sense given. */
static const char *condition_in(Encoder *e, const Term *t, EncodeSense sense)
{
    EncodeSense outer = e->sense;
    e->sense = sense;
    const char *text = term_as(e, t, SORT_BOOL);
    e->sense = outer;
    return text;
}

static Encoded logic(Call c, TermOp op, const char *name)
{
    EncodeSense sense = c.e->sense, left = sense;
    if (op == OP_IFF)
        left = sense = SENSE_EITHER;
    else if (op == OP_IMPLIES || op == OP_THEN)
        left = encode_opposite(sense);
    const char *x = condition_in(c.e, c.args[0], left);
    const char *y = condition_in(c.e, c.args[1], sense);
    return boolean(encode_text(c.e, "(%s %s %s)", name, x, y));
}

/* Where two values are known to be the same it need not be found out. */
static const char *equality(const Encoder *e, EncodeSort sort)
{
    return sort == SORT_VALUE && e->sense != SENSE_HOLDS ? "same" : "=";
}

static Encoded equal(Call c)
{
    EncodeSense sense = c.e->sense;
    c.e->sense = SENSE_EITHER;
    Encoded x = encode_term(c.e, c.args[0]), y = encode_term(c.e, c.args[1]);
    c.e->sense = sense;
    EncodeSort sort = x.sort == y.sort ? x.sort : SORT_VALUE;
    return boolean(encode_text(c.e, "(%s %s %s)", equality(c.e, sort),
                               encode_as(c.e, x, sort), encode_as(c.e, y, sort)));
}

static Encoded different(Call c)
{
    c.e->sense = encode_opposite(c.e->sense);
    Encoded x = equal(c);
    c.e->sense = encode_opposite(c.e->sense);
    return boolean(encode_text(c.e, "(not %s)", x.text));
}

static Encoded negation(Call c)
{
    const char *x = condition_in(c.e, c.args[0], encode_opposite(c.e->sense));
    return boolean(encode_text(c.e, "(not %s)", x));
}

/* An operand without its box if its type says that it is an integer: a field or an
 * element has one only where it is there, and elsewhere it has no value anyway. */
static Encoded operand(Encoder *e, const Term *t)
{
    static const Type integer = {.kind = TYPE_INTEGER};
    Encoded x = encode_term(e, t);
    if (x.sort != SORT_VALUE || !known_in(NULL, t, &integer))
        return x;
    return (Encoded){SORT_INT, encode_as(e, x, SORT_INT)};
}

/* `raw` on integers, `boxed` on any numbers. */
static const char *numeric(Call c, const char *raw, const char *boxed, bool *ret_raw)
{
    Encoded x = operand(c.e, c.args[0]), y = operand(c.e, c.args[1]);
    *ret_raw = x.sort == SORT_INT && y.sort == SORT_INT;
    EncodeSort sort = *ret_raw ? SORT_INT : SORT_VALUE;
    return encode_text(c.e, "(%s %s %s)", *ret_raw ? raw : boxed, encode_as(c.e, x, sort),
                       encode_as(c.e, y, sort));
}

static Encoded arithmetic(Call c, const char *raw, const char *boxed)
{
    bool is_raw;
    const char *text = numeric(c, raw, boxed, &is_raw);
    return (Encoded){is_raw ? SORT_INT : SORT_VALUE, text};
}

static Encoded comparison(Call c, const char *raw, const char *boxed)
{
    bool is_raw;
    return boolean(numeric(c, raw, boxed, &is_raw));
}

static Encoded turned(Call c, const char *raw, const char *boxed)
{
    const Term *args[] = {c.args[1], c.args[0]};
    return comparison((Call){c.e, args}, raw, boxed);
}

static Encoded minus(Call c)
{
    Encoded x = operand(c.e, c.args[0]);
    if (x.sort == SORT_INT)
        return (Encoded){SORT_INT, encode_text(c.e, "(- %s)", x.text)};
    return value(encode_text(c.e, "(neg %s)", encode_as(c.e, x, SORT_VALUE)));
}

static Encoded integers(Call c, const char *name)
{
    const char *x = term_as(c.e, c.args[0], SORT_INT);
    const char *y = term_as(c.e, c.args[1], SORT_INT);
    return (Encoded){SORT_INT, encode_text(c.e, "(%s %s %s)", name, x, y)};
}

static Encoded resource_relation(Call c, const char *name)
{
    const char *x = term_as(c.e, c.args[0], SORT_VALUE);
    const char *y = term_as(c.e, c.args[1], SORT_VALUE);
    return boolean(
        encode_text(c.e, "(%s%s %s %s)", c.e->before ? "pre_" : "", name, x, y));
}

static bool sees_variable(void *ctx, const Term *t)
{
    bool *found = ctx;
    *found |= t->kind == TERM_VAR || t->kind == TERM_QUANT || t->kind == TERM_IN;
    return !*found;
}

/* The value of a term without variables, or NULL. */
static const Value *constant(Encoder *e, const Term *t)
{
    bool found = false;
    const Value *v = NULL;
    Eval eval;
    term_walk(t, &(Visitor){sees_variable, NULL, &found});
    if (found)
        return NULL;
    eval_init(&eval, e->arena, NULL);
    return eval_term(&eval, t, NULL, &v) == EVAL_OK ? v : NULL;
}

static Encoded expansion(Call c, const Term *t)
{
    const Value *known = constant(c.e, t);
    if (known)
        return encode_literal(c.e, known);
    const char *template = term_as(c.e, c.args[0], SORT_VALUE);
    const char *object = term_as(c.e, c.args[1], SORT_VALUE);
    return (Encoded){SORT_STRING,
                     encode_text(c.e, "(expand (template %s) %s)", template, object)};
}

static Encoded match(Call c, const Term *t)
{
    const Term *of = c.args[0];
    const Value *known = constant(c.e, t);
    if (known)
        return encode_literal(c.e, known);
    const char *s = term_as(c.e, c.args[1], SORT_STRING), *re = NULL;
    if (of->kind == TERM_LITERAL && of->as.literal->kind == VALUE_REGEXP)
        re = encode_regexp(c.e, of->as.literal->as.regexp);
    if (re)
        return boolean(encode_text(c.e, "(str.in_re %s %s)", s, re));
    const char *x = term_as(c.e, of, SORT_VALUE);
    return boolean(encode_text(c.e, "(matches (regexp %s) %s)", x, s));
}

static Encoded previous(Call c)
{
    bool before = c.e->before;
    c.e->before = true;
    Encoded x = encode_term(c.e, c.args[0]);
    c.e->before = before;
    return x;
}

static Encoded concatenation(Call c)
{
    const char *x = term_as(c.e, c.args[0], SORT_STRING);
    const char *y = term_as(c.e, c.args[1], SORT_STRING);
    return (Encoded){SORT_STRING, encode_text(c.e, "(str.++ %s %s)", x, y)};
}

static Encoded length(Call c, bool of_string)
{
    const char *x = term_as(c.e, c.args[0], of_string ? SORT_STRING : SORT_VALUE);
    return (Encoded){SORT_INT,
                     encode_text(c.e, of_string ? "(str.len %s)" : "(len %s)", x)};
}

static Encoded made_array(Call c)
{
    const char *x = term_as(c.e, c.args[0], SORT_VALUE);
    const char *n = term_as(c.e, c.args[1], SORT_INT);
    return value(encode_text(c.e, "(mkarray %s %s)", x, n));
}

static Encoded set_item(Call c)
{
    const char *a = term_as(c.e, c.args[0], SORT_VALUE);
    const char *i = term_as(c.e, c.args[1], SORT_INT);
    const char *x = term_as(c.e, c.args[2], SORT_VALUE);
    return value(encode_text(c.e, "(item %s %s %s)", a, i, x));
}

static Encoded set_field(Call c)
{
    const char *o = term_as(c.e, c.args[0], SORT_VALUE);
    Encoded x = encode_term(c.e, c.args[2]);
    return value(encode_add_field(c.e, o, c.args[1]->as.literal->as.string, x));
}

static Encoded operation(Encoder *e, const Term *t)
{
    static const char *const CONNECTIVES[TERM_OPS] = {
        [OP_IFF] = "=",   [OP_IMPLIES] = "=>", [OP_THEN] = "=>", [OP_OR] = "or",
        [OP_ELSE] = "or", [OP_AND] = "and",    [OP_ALSO] = "and"};
    Call c = {e, t->as.op.args};
    switch (t->as.op.op) {
    case OP_IFF:
    case OP_IMPLIES:
    case OP_THEN:
    case OP_OR:
    case OP_ELSE:
    case OP_AND:
    case OP_ALSO:
        return logic(c, t->as.op.op, CONNECTIVES[t->as.op.op]);
    case OP_NOT:
        return negation(c);
    case OP_EQ:
        return equal(c);
    case OP_NE:
        return different(c);
    case OP_LT:
        return comparison(c, "<", "lt");
    case OP_LE:
        return comparison(c, "<=", "le");
    case OP_GT:
        return turned(c, "<", "lt");
    case OP_GE:
        return turned(c, "<=", "le");
    case OP_REPOF:
        return resource_relation(c, "repof");
    case OP_URIOF:
        return resource_relation(c, "uriof");
    case OP_ADD:
        return arithmetic(c, "+", "add");
    case OP_SUB:
        return arithmetic(c, "-", "sub");
    case OP_MUL:
        return arithmetic(c, "*", "mul");
    case OP_CAT:
        return concatenation(c);
    case OP_DIV:
        return integers(c, "div");
    case OP_MOD:
        return integers(c, "mod");
    case OP_NEG:
        return minus(c);
    case OP_LENGTH:
    case OP_SIZE:
        return length(c, t->as.op.op == OP_SIZE);
    case OP_EXPAND:
        return expansion(c, t);
    case OP_MATCHES:
        return match(c, t);
    case OP_MKARRAY:
        return made_array(c);
    case OP_SET_ITEM:
        return set_item(c);
    case OP_SET_FIELD:
        return set_field(c);
    case OP_PRE:
        return previous(c);
    case TERM_OPS:
        break;
    }
    return value("VNull");
}

/* ---- Terms. */

static Encoded conditional(Encoder *e, const Term *t)
{
    const char *test = condition_in(e, t->as.cond.test, SENSE_EITHER);
    Encoded x = encode_term(e, t->as.cond.then), y = encode_term(e, t->as.cond.other);
    EncodeSort sort = x.sort == y.sort ? x.sort : SORT_VALUE;
    return (Encoded){sort, encode_text(e, "(ite %s %s %s)", test, encode_as(e, x, sort),
                                       encode_as(e, y, sort))};
}

static Encoded object(Encoder *e, const Term *t)
{
    const char *fields = ENCODE_NO_FIELDS;
    for (uint32_t i = 0; i < t->as.object.count; i++) {
        const TermMember *m = &t->as.object.members[i];
        fields =
            encode_add_field(e, fields, assay_str(m->name), encode_term(e, m->value));
    }
    return value(fields);
}

static Encoded array(Encoder *e, const Term *t)
{
    const char *items = ENCODE_NO_ITEMS;
    for (uint32_t i = 0; i < t->as.array.count; i++)
        items = encode_add_item(e, items, encode_term(e, t->as.array.items[i]));
    return value(items);
}

static Encoded field(Encoder *e, const Term *t)
{
    struct assay_str name = assay_str(t->as.field.name);
    const char *of = term_as(e, t->as.field.of, SORT_VALUE);
    return value(encode_text(e, "(field %s %s)", of, encode_key(e, &e->fields, name)));
}

static Encoded element(Encoder *e, const Term *t)
{
    const char *of = term_as(e, t->as.index.of, SORT_VALUE);
    const char *index = term_as(e, t->as.index.index, SORT_INT);
    return value(encode_text(e, "(at %s %s)", of, index));
}

static Encoded quantified(Encoder *e, const Term *t)
{
    const Binding *var = t->as.quant.var;
    EncodeSort sort = encode_sort_of(var->type);
    Encoded x = {sort, variable_name(e, var)};
    uint32_t nvariables = e->nvariables;
    EncodeSense sense = e->sense;
    e->sense = t->as.quant.all ? encode_opposite(sense) : sense;
    const char *guard = encode_in(e, x, var->type);
    e->sense = sense;
    encode_push(e, var, x);
    const char *body = term_as(e, t->as.quant.body, SORT_BOOL);
    e->nvariables = nvariables;
    const char *text = encode_text(
        e, "(%s ((%s %s)) (%s %s %s))", t->as.quant.all ? "forall" : "exists", x.text,
        encode_sort_name(sort), t->as.quant.all ? "=>" : "and", guard, body);
    const char *more = sense == SENSE_HOLDS ? encode_sorted(e, t) : NULL;
    return boolean(more ? encode_text(e, "(and %s %s)", text, more) : text);
}

static Encoded membership(Encoder *e, const Term *t)
{
    EncodeSense sense = e->sense;
    e->sense = SENSE_EITHER;
    Encoded x = encode_term(e, t->as.in.of);
    e->sense = sense;
    return boolean(encode_in(e, x, t->as.in.type));
}

/* Whether parts of a term hold or fail as it does: other ones are values. */
static bool keeps_sense(const Term *t)
{
    if (t->kind != TERM_OP)
        return t->kind == TERM_COND || t->kind == TERM_IN || t->kind == TERM_QUANT ||
               t->kind == TERM_CALL;
    return t->as.op.op <= OP_NE || t->as.op.op == OP_PRE;
}

static Encoded term_deep(Encoder *e, const Term *t)
{
    switch (t->kind) {
    case TERM_BAD:
        e->why = PROVER_ERROR_IN_IT;
        return value("VNull");
    case TERM_VAR:
        return variable(e, t->as.var);
    case TERM_LITERAL:
        return encode_literal(e, t->as.literal);
    case TERM_OP:
        return operation(e, t);
    case TERM_CALL:
        return encode_call(e, t);
    case TERM_COND:
        return conditional(e, t);
    case TERM_IN:
        return membership(e, t);
    case TERM_OBJECT:
        return object(e, t);
    case TERM_ARRAY:
        return array(e, t);
    case TERM_FIELD:
        return field(e, t);
    case TERM_INDEX:
        return element(e, t);
    case TERM_QUANT:
        return quantified(e, t);
    }
    return value("VNull");
}

bool encode_too_deep(Encoder *e)
{
    if (e->depth == ENCODE_DEPTH && !e->why)
        e->why = "the question is nested too deep for the solver";
    return e->why != NULL;
}

Encoded encode_term(Encoder *e, const Term *t)
{
    if (encode_too_deep(e))
        return value("VNull");
    EncodeSense sense = e->sense;
    if (!keeps_sense(t))
        e->sense = SENSE_EITHER;
    e->depth++;
    Encoded x = term_deep(e, t);
    e->depth--;
    e->sense = sense;
    return x;
}

/* ---- Queries. */

void encode_assert(Encoder *e, const Term *condition, bool holds)
{
    const char *text = condition_in(e, condition, holds ? SENSE_HOLDS : SENSE_FAILS);
    assay_buf_printf(&e->assertions, holds ? "(assert %s)\n" : "(assert (not %s))\n",
                     text);
}

static void add_variable(Encoder *e, const Binding *var)
{
    Encoded x = declare(e, var, encode_sort_of(var->type));
    e->sense = SENSE_HOLDS;
    assay_buf_printf(&e->assertions, "(assert %s)\n", encode_in(e, x, var->type));
    e->sense = SENSE_EITHER;
}

void encode_scope(Encoder *e, const Scope *const *items, uint32_t count)
{
    for (uint32_t i = 0; i < count && !e->why; i++) {
        const Scope *s = items[i];
        e->before = s->before;
        if (s->var)
            add_variable(e, s->var);
        else
            encode_assert(e, s->fact, !s->negated);
    }
    e->before = false;
}

void encode_sentence(Encoder *e, uint32_t string, uint32_t language)
{
    struct assay_str s = e->strings.at[string];
    const struct assay_lang *lang = e->languages[language]->as.language.lang;
    enum assay_status status = assay_lang_match(lang, s.at, s.len, NULL);
    if (status != ASSAY_OK && status != ASSAY_NO_MATCH)
        return;
    assay_buf_printf(&e->assertions,
                     status == ASSAY_OK ? "(assert (lang!%u %s))\n"
                                        : "(assert (not (lang!%u %s)))\n",
                     language, encode_string(e, s));
}

/* Literals with characters that Z3 has not are none of those that have not. */
static void tell_apart(Encoder *e, const EncodeNames *names)
{
    for (uint32_t i = 0; i < e->far.count; i++) {
        for (uint32_t k = 0; k < names->count; k++) {
            const char *text = encode_string(e, names->at[k]);
            if (*text == '"')
                assay_buf_printf(&e->assertions, "(assert (not (= far!%u %s)))\n", i,
                                 text);
        }
    }
}

void encode_finish(Encoder *e)
{
    tell_apart(e, &e->strings);
    for (uint32_t i = 0; i < e->nlanguages; i++) {
        for (uint32_t k = 0; k < e->strings.count; k++)
            encode_sentence(e, k, i);
    }
    if (!e->why && (e->assertions.status || e->declarations.status))
        e->why = "the question is too large for the solver";
}
