/** A background job of the service. */
export interface Job {
  start(): void | Promise<void>;
  /**
   * Resolves once the job has ended. The next start continues with the rest. Can be called repeatedly, and before
   * `start`, which then starts nothing.
   */
  stop(): Promise<void>;
}
