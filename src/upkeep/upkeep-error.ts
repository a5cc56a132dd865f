/**
 * Kind of an {@link UpkeepError}, which determines the exit code; `newer`: the data was written by a later release;
 * `refused`: the folder that the caller named cannot be used.
 */
export type UpkeepFault = 'failed' | 'in use' | 'damaged' | 'newer' | 'refused';

/** Failure of an administrative task. The message is one sentence for administrators. */
export class UpkeepError extends Error {
  readonly fault: UpkeepFault;

  constructor(message: string, fault: UpkeepFault = 'failed', options?: ErrorOptions) {
    super(message, options);
    this.name = 'UpkeepError';
    this.fault = fault;
  }
}
