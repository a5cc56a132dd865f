/** What kind of end a command has after an {@link UpkeepError}; `newer`: a later release made what is to be read. */
export type UpkeepFault = 'failed' | 'in use' | 'damaged' | 'newer';

/** Work of an administrator cannot be done. The message is one sentence for them. */
export class UpkeepError extends Error {
  readonly fault: UpkeepFault;

  constructor(message: string, fault: UpkeepFault = 'failed', options?: ErrorOptions) {
    super(message, options);
    this.name = 'UpkeepError';
    this.fault = fault;
  }
}
