import { hasCode } from '../../model/errors/error-code.ts';

/** As node and the operating system call it, by what the answer was doing at that moment. */
const CODES = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE', 'ECANCELED'];

/** True if an error of writing a response only means that its connection is closed, which is no error of the server. */
export function isDisconnect(error: unknown): boolean {
  return hasCode(error, ...CODES);
}
