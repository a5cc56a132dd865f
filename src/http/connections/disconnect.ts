import { hasCode } from '../../model/errors/error-code.ts';

/**
 * Error codes of Node and the operating system for a closed connection; the code depends on the state of the response.
 */
const CODES = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE', 'ECANCELED'];

/** True if an error while writing a response only means that the client has disconnected, which is no server error. */
export function isDisconnect(error: unknown): boolean {
  return hasCode(error, ...CODES);
}
