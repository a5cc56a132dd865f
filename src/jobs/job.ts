/** Work beside requests. */
export interface Job {
  start(): void | Promise<void>;
  /**
   * Resolves once nothing is going on any more. What is left is done after the next start. May be called again, and
   * before the start, after which nothing begins then.
   */
  stop(): Promise<void>;
}
