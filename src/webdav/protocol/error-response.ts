import type { ServerResponse } from 'node:http';
import { escapeText } from '../../http/escape.ts';
import { DmsError, type ErrorCode } from '../../model/errors.ts';
import { answer, XML_START, XML_TYPE } from './answer.ts';
import { DavError, type DavErrorDetails, type MemberStatus } from './dav-error.ts';

interface Mapped {
  readonly status: number;
  /** The element inside `DAV:error` where an RFC names one. */
  readonly precondition?: string;
}

/** What each refusal of the core is over WebDAV (RFC 4918 §11 and §16, RFC 4331 §6). */
const MAPPED = {
  unauthenticated: { status: 401 },
  forbidden: { status: 403 },
  not_found: { status: 404 },
  invalid: { status: 400 },
  name_taken: { status: 409 },
  parent_missing: { status: 409 },
  locked: { status: 423, precondition: 'lock-token-submitted' },
  precondition_failed: { status: 412 },
  quota_exceeded: { status: 507, precondition: 'quota-not-exceeded' },
  storage_full: { status: 507, precondition: 'sufficient-disk-space' },
  too_large: { status: 413 },
  throttled: { status: 429 },
  incomplete: { status: 400 },
  unavailable: { status: 503 },
} satisfies Record<ErrorCode, Mapped>;

/** The challenge that goes with every 401 (RFC 7617 §2.1). */
export const CHALLENGE = 'Basic realm="dms", charset="UTF-8"';

function ofCore(error: DmsError): DavError {
  const mapped: Mapped = MAPPED[error.code];
  const headers: Record<string, string> = {};
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter);
  if (error.code === 'unauthenticated') headers['WWW-Authenticate'] = CHALLENGE;
  const details: DavErrorDetails =
    mapped.precondition === undefined ? { headers } : { headers, precondition: mapped.precondition };
  return new DavError(mapped.status, error.message, details);
}

/** The refusal that an error stands for; undefined when it is a fault of ours. */
export function davErrorFor(error: unknown): DavError | undefined {
  if (error instanceof DavError) return error;
  return error instanceof DmsError ? ofCore(error) : undefined;
}

/** Of our own elements in `DAV:error`. */
const DMS = 'urn:dms:error';

function conditionXml(precondition: string, hrefs: readonly string[] = []): string {
  if (hrefs.length === 0) return `<D:${precondition}/>`;
  return `<D:${precondition}>${hrefs.map((href) => `<D:href>${href}</D:href>`).join('')}</D:${precondition}>`;
}

/**
 * The body of an error with a precondition (RFC 4918 §16). For people it also says what happened: clients must ignore
 * elements that they do not know (§14.5, §17).
 */
function errorXml(precondition: string, hrefs: readonly string[] | undefined, message: string): string {
  const text = `<message xmlns="${DMS}">${escapeText(message)}</message>`;
  return `${XML_START}<D:error xmlns:D="DAV:">${conditionXml(precondition, hrefs)}${text}</D:error>`;
}

function memberXml({ href, status, precondition, hrefs }: MemberStatus): string {
  const error = precondition === undefined ? '' : `<D:error>${conditionXml(precondition, hrefs)}</D:error>`;
  return `<D:response><D:href>${href}</D:href><D:status>HTTP/1.1 ${status}</D:status>${error}</D:response>`;
}

/** What became of which member (RFC 4918 §13). */
function membersXml(members: readonly MemberStatus[], message: string): string {
  const text = `<D:responsedescription>${escapeText(message)}</D:responsedescription>`;
  return `${XML_START}<D:multistatus xmlns:D="DAV:">${members.map(memberXml).join('')}${text}</D:multistatus>`;
}

/** Answers with a refusal: by member, with `DAV:error` where an RFC names a precondition, else its message as text. */
export function sendError(response: ServerResponse, { status, message, details }: DavError): void {
  const { precondition, hrefs, members, headers } = details;
  if (members !== undefined) {
    answer(response, status, { 'Content-Type': XML_TYPE, ...headers }, membersXml(members, message));
  } else if (precondition !== undefined) {
    answer(
      response,
      status,
      { 'Content-Type': XML_TYPE, ...headers },
      errorXml(precondition, hrefs, message),
    );
  } else {
    answer(response, status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, `${message}\n`);
  }
}
