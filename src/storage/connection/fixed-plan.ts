/** A quoted string or identifier, or a parameter. */
const TOKENS = /'[^']*'|"[^"]*"|\?|[:@$][a-z]\w*/gi;

/**
 * Rewrites a statement so that its plan does not depend on its parameter values.
 *
 * better-sqlite3 builds SQLite with `SQLITE_ENABLE_STAT4`. For a join or a partial index, the SQLite planner then reads
 * the parameter values and recompiles the statement before each run. This takes ten times as long as finding a row by
 * its key. The planner does not evaluate expressions. A unary plus turns the parameter into an expression and keeps its
 * value.
 */
export function withFixedPlan(sql: string): string {
  return sql.replace(TOKENS, (token) => (/^['"]/.test(token) ? token : `+${token}`));
}
