import type { ServerResponse } from 'node:http';
import { DmsError, type ErrorCode } from '../model/errors.ts';
import { answer, XML_START, XML_TYPE } from './exchange.ts';
import { Refusal, type RefusalDetails } from './refusal.ts';

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

function ofCore(error: DmsError, href: string | undefined): Refusal {
  const mapped: Mapped = MAPPED[error.code];
  const headers: Record<string, string> = {};
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter);
  if (error.code === 'unauthenticated') headers['WWW-Authenticate'] = CHALLENGE;
  // Without a precondition there is nothing that an href could be about.
  const details: RefusalDetails =
    mapped.precondition === undefined ? { headers } : { headers, precondition: mapped.precondition, href };
  return new Refusal(mapped.status, error.message, details);
}

/**
 * The refusal that an error stands for; undefined when it is a fault of ours.
 * @param href of the resource that a refusal because of a lock is about
 */
export function refusalOf(error: unknown, href?: string): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof DmsError ? ofCore(error, href) : undefined;
}

/** The body of an error with a precondition (RFC 4918 §16). */
function errorXml(precondition: string, href: string | undefined): string {
  const element =
    href === undefined
      ? `<D:${precondition}/>`
      : `<D:${precondition}><D:href>${href}</D:href></D:${precondition}>`;
  return `${XML_START}<D:error xmlns:D="DAV:">${element}</D:error>`;
}

/** Answers with a refusal: `DAV:error` where an RFC names a precondition, else its message as text. */
export function sendRefusal(response: ServerResponse, { status, message, details }: Refusal): void {
  const { precondition, href, headers } = details;
  if (precondition === undefined) {
    answer(response, status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, `${message}\n`);
  } else {
    answer(response, status, { 'Content-Type': XML_TYPE, ...headers }, errorXml(precondition, href));
  }
}
