/** Work beside requests. */
export interface Job {
  start(): void | Promise<void>;
  /** Resolves once nothing is going on any more. What is left is done after the next start. */
  stop(): Promise<void>;
}
