/*
 * Integers where GLib has pointers: what the models of its containers share with the
 * programs they print.
 */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <glib.h>

static inline gint ascending(gconstpointer a, gconstpointer b, gpointer unused)
{
    (void)unused;
    return (GPOINTER_TO_INT(a) > GPOINTER_TO_INT(b)) -
           (GPOINTER_TO_INT(a) < GPOINTER_TO_INT(b));
}

static inline gint descending(gconstpointer a, gconstpointer b, gpointer unused)
{
    return ascending(b, a, unused);
}

#endif
