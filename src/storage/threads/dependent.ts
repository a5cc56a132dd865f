/** User of a database that must be closed before the database connection. */
export interface Dependent {
  close(): Promise<void>;
}
