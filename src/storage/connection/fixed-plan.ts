/** A text or a name in quotes, or a parameter. */
const TOKENS = /'[^']*'|"[^"]*"|\?|[:@$][a-z]\w*/gi;

/**
 * The same statement, with a plan that does not depend on the values of its parameters.
 *
 * better-sqlite3 builds SQLite with `SQLITE_ENABLE_STAT4`. For a join or a partial index SQLite then looks at the value of a
 * parameter while it plans, and so it compiles the statement anew before each run: that takes ten times as long as to find a
 * row by its key. It does not look at an expression. The unary plus makes one, and leaves the value as it is.
 */
export function withFixedPlan(sql: string): string {
  return sql.replace(TOKENS, (token) => (/^['"]/.test(token) ? token : `+${token}`));
}
