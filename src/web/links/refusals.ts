import { ProtocolError, UnreadableRequest } from '../../http/uploads/request-errors.ts';
import { DmsError } from '../../model/errors/errors.ts';
import type { Words } from './texts.ts';

const STATUS: Partial<Record<DmsError['code'], number>> = {
  not_found: 404,
  // The user who made the link is no longer an administrator.
  forbidden: 404,
  // An archive of too many entries, or a file that must not be stored.
  invalid: 422,
  name_taken: 422,
  quota_exceeded: 422,
  storage_full: 422,
  too_large: 413,
  precondition_failed: 412,
  incomplete: 400,
  throttled: 429,
  unauthenticated: 404,
  unavailable: 503,
  // A user or program works in the folder.
  locked: 503,
  database_locked: 503,
};

/** Status of the response to an error. 404: the link does not work. */
export function statusOf(error: unknown): number {
  if (error instanceof DmsError) return isFolderGone(error) ? 404 : (STATUS[error.code] ?? 500);
  if (error instanceof ProtocolError) return error.status;
  if (error instanceof UnreadableRequest) return 400;
  // Express and its body parser: a body or a path that cannot be read.
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

/** True if the linked folder was out of reach only in the transaction that would have stored a file. */
function isFolderGone({ code, fields }: DmsError): boolean {
  return code === 'invalid' && fields?.['folder_id'] !== undefined;
}

/** Why files cannot be sent, for the visitor; undefined for errors with a page of their own. */
export function refusalText(words: Words, error: unknown): string | undefined {
  if (!(error instanceof DmsError) || statusOf(error) === 404) return undefined;
  switch (error.code) {
    case 'quota_exceeded':
    case 'storage_full':
      return words.noRoom;
    case 'too_large':
      return words.tooLarge;
    case 'throttled':
    case 'locked':
      return words.busy;
    case 'precondition_failed':
      return words.newerVersion;
    case 'incomplete':
      return words.interrupted;
    case 'invalid':
      return invalidText(words, error);
    default:
      return undefined;
  }
}

function invalidText(words: Words, { fields = {} }: DmsError): string {
  if (fields['name'] || fields['email']) return words.badSender;
  const codes = (fields['file'] ?? []).map(({ code }) => code);
  if (codes.includes('required')) return words.noFile;
  const isFull = codes.some((code) => ['link_full', 'link_visit_full', 'too_many_files'].includes(code));
  return isFull ? words.tooManyFiles : words.badName;
}
