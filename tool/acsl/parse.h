/*
 * The notation of ACSL: annotations become tokens, tokens terms, definitions, clauses and
 * contracts.
 */
#ifndef ACSL_PARSE_H
#define ACSL_PARSE_H

#include "acsl/typing.h"

/* ---- words.c */

/* The tokens of an annotation, macros expanded; NULL when out of memory. */
const Token *acsl_words(Reader *r, Span span);
/* The keyword that a word may be meant to be, or NULL. */
const char *acsl_near_keyword(struct assay_str word);
/* Whether a word begins an item of ACSL. */
bool acsl_is_keyword(struct assay_str word);
extern const LexRules acsl_lex_rules;

/* ---- directives.c */

/* Takes out the stars that lines begin with, and directives with what they leave out: how
 * many tokens are left, the end among them. */
uint32_t acsl_clear_lines(Reader *r, Span span, Token *tokens, uint32_t count);

/* ---- parse_term.c */

extern const Dialect acsl_dialect;
AcslNode *acsl_term(Reader *r);
/* One inside of brackets: a ':' in it is its own, and no chain reaches into it. */
AcslNode *acsl_inside(Reader *r);
/* One without a '|' outside of brackets. */
AcslNode *acsl_element_term(Reader *r);
/* A term that is a predicate. */
AcslNode *acsl_predicate(Reader *r);
/* Terms between commas up to the closing mark, which is read, too. */
void acsl_terms(Reader *r, const char *close, List *ret_nodes);
/* Binds more variables around `body`'s reading: the scope to set back. */
const Bound *acsl_bind(Reader *r, const List *vars);
void acsl_set_vars(AcslNode *n, const List *vars);

/* ---- parse_literal.c */

/* An integer, real or character of C. */
AcslNode *acsl_number(Reader *r, Token token);
AcslNode *acsl_string(Reader *r);

/* ---- parse_set.c */

/* A set or record, the '{' being next. */
AcslNode *acsl_braces(Reader *r);

/* ---- parse_name.c */

/* A word that begins an operand: variables, calls, built-ins. */
AcslNode *acsl_word(Reader *r);
const Def *acsl_find_def(const Reader *r, const char *name);

/* ---- parse_call.c */

AcslNode *acsl_call(Reader *r, Token name);
AcslNode *acsl_builtin_call(Reader *r, Token name);
bool acsl_find_builtin(struct assay_str name, AcslBuiltin *ret_builtin);

/* ---- parse_type.c */

bool acsl_is_type(const Reader *r, uint32_t ahead);
/* A type, with what is around it when there is no name: (int *). NULL, reported. */
const AcslSort *acsl_type(Reader *r);
/* int *p, q, integer n: up to `end`, which is not read. */
void acsl_binders(Reader *r, List *ret_vars);
/* (int *p, integer n): the parameters of a definition, parentheses included. */
void acsl_params(Reader *r, List *ret_vars);
/* int x = 0, a[10]; of ghost code: as far as declarations go. Nothing is reported. */
void acsl_declarations(Reader *r, List *ret_vars);

/* ---- parse_logic.c */

/* A definition or what else stands outside of functions; false: nothing of that. */
bool acsl_global_item(Reader *r);
/* To behind the ';' that ends an item: a keyword or the end follows. */
void acsl_skip_item(Reader *r);
/* The ';' of an item; skips to it, false, if something is wrong. */
bool acsl_end_item(Reader *r);

/* {...} or a ';'; with a name, labels and parameters before it. */
void acsl_skip_block(Reader *r);
void acsl_skip_named_block(Reader *r);

/* ---- parse_language.c */

/* The tokens of an annotation; the grammar of a language is a string. NULL when out of
 * memory. */
Token *acsl_lex(Reader *r, Span span, uint32_t *ret_count);
/* language NAME ... */
void acsl_language_item(Reader *r);
/* Whether the name of a language is next; it is read then. NULL, and *ret_bad: it is one
 * that was reported. */
const AcslLanguage *acsl_language_name(Reader *r, bool *ret_bad);
/* Reports that a name is no language. */
void acsl_no_language(Reader *r, Token name);
AcslNode *acsl_language_node(Reader *r, Token name);

/* ---- parse_using.c */

/* [using] x = ..., in a config clause. */
bool acsl_is_using(const Reader *r);
void acsl_using(Reader *r, List *ret_usings);

/* ---- parse_define.c */

void acsl_definition(Reader *r, LogicKind kind);
void acsl_inductive(Reader *r);
/* Whether what is next has type parameters. */
bool acsl_is_generic(const Reader *r);
/* name{L}: p; of a case or axiom, with its end; NULL, reported, without a name. */
Case *acsl_case(Reader *r, Def *of, const char *what);

/* ---- parse_contract.c */

/* A clause of a contract; false: it is none. */
bool acsl_contract_item(Reader *r);
/* The parameter of a name; NULL, reported, if there is none. */
const CParam *acsl_find_param(Reader *r, Token name);
/* check, admit */
ClauseTake acsl_take(Reader *r);
/* The kind of clause that begins here: of a contract, or behind `loop`, ... */
bool acsl_clause_kind(const Reader *r, const char *before, ClauseKind *ret_kind);
/* A clause behind its keyword, up to and with the ';'. NULL when something is wrong. */
AcslClause *acsl_clause(Reader *r, ClauseKind kind, ClauseTake take, Span from);
/* for b, c: Tokens; none if there is no such prefix. */
void acsl_for(Reader *r, List *ret_names);
void acsl_set_behaviors(Reader *r, AcslClause *c, const List *names);
/* Nothing is known of a clause: says so, and skips it. */
void acsl_unknown_clause(Reader *r);
/* What is known in a clause of this kind. */
void acsl_set_state(Reader *r, ClauseKind kind);

/* ---- parse_raise.c */

/* raise_if condition: exits 1; the word being next. */
void acsl_raise_if(Reader *r);
/* Exits only if one of the conditions held, unless the contract says more about it. */
void acsl_finish_raises(Reader *r, Contract *c);

/* ---- parse_hyper.c */

/* hyper NAME: the word being next. */
void acsl_hyper(Reader *r);
/* What stands in a hyper block. */
void acsl_hyper_item(Reader *r);
/* x' or x{2}: a run behind a term. */
bool acsl_is_run(const Reader *r);
AcslNode *acsl_run(Reader *r, AcslNode *of);
AcslNode *acsl_run_node(Reader *r, AcslNode *of, uint32_t run, Span mark);
/* The same without a look into it: its calls are the run's already. */
AcslNode *acsl_at_run(Reader *r, AcslNode *of, uint32_t run, Span mark);

/* ---- hyper.c */

/* Whether two terms are written alike. */
bool acsl_same_text(const AcslNode *a, const AcslNode *b);

/* The hyper blocks of a contract whose clauses are all known. */
void acsl_finish_hypers(Reader *r, const Contract *c, AcslContract *out);

/* ---- hyper_lift.c */

/* A term in which memory is read in the run that the pointer to it is of. */
AcslNode *acsl_lift(Reader *r, AcslNode *n);

/* ---- hyper_known.c */

/* Writes a property that has a name out; false, reported, if it cannot be. */
bool acsl_known_hyper(Reader *r, const Contract *c, Hyper *h);

/* ---- primes.c */

/* The tokens of a span, primes among them; NULL when out of memory. */
Token *acsl_lex_primes(Reader *r, Span span, uint32_t *ret_count);

/* ---- parse_code.c */

/* What stands in a body; false: it is nothing of that. */
bool acsl_code_item(Reader *r, Code **loop, Code **contract);
void acsl_ghost(Reader *r);
/* Clauses of codes become arrays. */
void acsl_finish_codes(Reader *r);

/* ---- typed.c */

/* Contracts for functions whose types say something. */
void acsl_add_typed(Reader *r, const AcslFile *file);
void acsl_check_literals(const AcslFile *file);

/* ---- merge.c */

Contract *acsl_contract_of(Reader *r, const CFunction *function);
void acsl_add_clause(Reader *r, Contract *c, const char *behavior, Span span,
                     AcslClause *clause);
/* A new behavior for a raise_if: its name, or NULL when out of memory. */
const char *acsl_add_raise(Reader *r, Contract *c, Span span);
void acsl_finish_contracts(Reader *r, AcslFile *file);

#endif
