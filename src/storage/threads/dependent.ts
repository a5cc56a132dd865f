/** What works with a database, and has to be closed before its connection. */
export interface Dependent {
  close(): Promise<void>;
}
