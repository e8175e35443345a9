#include <libpq-fe.h>

// Swift cannot see macros that are characters.
static const int pg_field_state = PG_DIAG_SQLSTATE;
static const int pg_field_text = PG_DIAG_MESSAGE_PRIMARY;
static const int pg_field_hint = PG_DIAG_MESSAGE_HINT;
static const int pg_field_table = PG_DIAG_TABLE_NAME;
static const int pg_field_constraint = PG_DIAG_CONSTRAINT_NAME;
static const int pg_field_function = PG_DIAG_SOURCE_FUNCTION;
