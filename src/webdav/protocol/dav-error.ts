/** Failed precondition (RFC 4918 §16). */
export interface Precondition {
  /** Local name of the element inside `DAV:error`, e.g. `propfind-finite-depth`; undefined if no RFC defines one. */
  readonly precondition?: string;
  /** Hrefs of the resources that fail the precondition. */
  readonly hrefs?: readonly string[];
}

/** Result for one resource in a 207 response (RFC 4918 §13). */
export interface MemberStatus extends Precondition {
  readonly href: string;
  /** Status code and reason phrase, e.g. `423 Locked`. */
  readonly status: string;
}

/** Optional parts of an error response. */
export interface DavErrorDetails extends Precondition {
  /** Additional response headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** With status 207: the members that made the request fail, each with its own status. */
  readonly members?: readonly MemberStatus[];
}

/** Error detected by the WebDAV interface itself. The core throws a `DmsError` instead. */
export class DavError extends Error {
  /** HTTP status. */
  readonly status: number;
  readonly details: DavErrorDetails;

  constructor(status: number, message: string, details: DavErrorDetails = {}) {
    super(message);
    this.name = 'DavError';
    this.status = status;
    this.details = details;
  }
}

/** 400: a part of the request is missing or malformed. */
export function badRequest(message: string): DavError {
  return new DavError(400, message);
}

/** 415: the body has a content coding (RFC 9110 §15.5.16, RFC 7694 §3). It would be stored encoded, but sent as plain. */
export function encodedBody(): DavError {
  const headers = { 'Accept-Encoding': 'identity' };
  return new DavError(415, 'The body must not be encoded; send it without Content-Encoding.', { headers });
}
