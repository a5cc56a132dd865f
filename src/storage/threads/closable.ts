/** User of a database that must be closed before the database connection. */
export interface Closable {
  close(): Promise<void>;
}
