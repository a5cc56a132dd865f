import type { ServerResponse } from 'node:http';
import { escapeText } from '../../http/content/escape.ts';
import { DmsError, type ErrorCode } from '../../model/errors/errors.ts';
import { storageFault } from '../../model/errors/storage-fault.ts';
import { DavError, type DavErrorDetails, type MemberStatus } from './dav-error.ts';
import { sendResponse, XML_START, XML_TYPE } from './response.ts';

interface ErrorMapping {
  readonly status: number;
  /** Local name of the element inside `DAV:error`, if an RFC defines one. */
  readonly precondition?: string;
}

/** WebDAV status for each error code of the core (RFC 4918 §11 and §16, RFC 4331 §6). */
const ERROR_MAPPINGS = {
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
  database_locked: { status: 503 },
} satisfies Record<ErrorCode, ErrorMapping>;

/** Value of `WWW-Authenticate` in every 401 response (RFC 7617 §2.1). */
export const CHALLENGE = 'Basic realm="dms", charset="UTF-8"';

function fromDmsError(error: DmsError): DavError {
  const mapping: ErrorMapping = ERROR_MAPPINGS[error.code];
  const headers: Record<string, string> = {};
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter);
  if (error.code === 'unauthenticated') headers['WWW-Authenticate'] = CHALLENGE;
  const details: DavErrorDetails =
    mapping.precondition === undefined ? { headers } : { headers, precondition: mapping.precondition };
  return new DavError(mapping.status, error.message, details);
}

/**
 * Maps an error of the core, of this interface or of the disk to a `DavError`. Returns undefined for any other error,
 * which is a fault of dms.
 */
export function davErrorFor(error: unknown): DavError | undefined {
  if (error instanceof DavError) return error;
  const dmsError = error instanceof DmsError ? error : storageFault(error);
  return dmsError && fromDmsError(dmsError);
}

/** Namespace of dms elements inside `DAV:error`. */
const DMS_NAMESPACE = 'urn:dms:error';

function conditionXml(precondition: string, hrefs: readonly string[] = []): string {
  if (hrefs.length === 0) return `<d:${precondition}/>`;
  const hrefElements = hrefs.map((href) => `<d:href>${href}</d:href>`).join('');
  return `<d:${precondition}>${hrefElements}</d:${precondition}>`;
}

/**
 * Body of an error response with a precondition (RFC 4918 §16). Also contains the message for users: clients must
 * ignore unknown elements (§14.5, §17).
 */
function errorXml(precondition: string, hrefs: readonly string[] | undefined, message: string): string {
  const text = `<message xmlns="${DMS_NAMESPACE}">${escapeText(message)}</message>`;
  return `${XML_START}<d:error xmlns:d="DAV:">${conditionXml(precondition, hrefs)}${text}</d:error>`;
}

function memberXml({ href, status, precondition, hrefs }: MemberStatus): string {
  const error = precondition === undefined ? '' : `<d:error>${conditionXml(precondition, hrefs)}</d:error>`;
  return `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 ${status}</d:status>${error}</d:response>`;
}

/** Body of a 207 response with the status of each member (RFC 4918 §13). */
function membersXml(members: readonly MemberStatus[], message: string): string {
  const text = `<d:responsedescription>${escapeText(message)}</d:responsedescription>`;
  const responses = members.map(memberXml).join('');
  return `${XML_START}<d:multistatus xmlns:d="DAV:">${responses}${text}</d:multistatus>`;
}

/**
 * Sends an error response. The body is:
 * - `DAV:multistatus`, if the error has members,
 * - `DAV:error`, if the error has a precondition,
 * - the message as plain text otherwise.
 */
export function sendError(response: ServerResponse, { status, message, details }: DavError): void {
  const { precondition, hrefs, members, headers } = details;
  if (members !== undefined) {
    sendResponse(response, status, { 'Content-Type': XML_TYPE, ...headers }, membersXml(members, message));
  } else if (precondition !== undefined) {
    sendResponse(
      response,
      status,
      { 'Content-Type': XML_TYPE, ...headers },
      errorXml(precondition, hrefs, message),
    );
  } else {
    sendResponse(
      response,
      status,
      { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
      `${message}\n`,
    );
  }
}
