/** Which condition does not hold (RFC 4918 §16). */
export interface Precondition {
  /** The element inside `DAV:error`, without its prefix: `propfind-finite-depth`. */
  readonly precondition?: string;
  /** The resources that the precondition is about, as hrefs. */
  readonly hrefs?: readonly string[];
}

/** What became of one of the resources that a request is about (RFC 4918 §13). */
export interface MemberStatus extends Precondition {
  readonly href: string;
  /** With its reason phrase: `423 Locked`. */
  readonly status: string;
}

/** What an answer of refusal may say besides its status. */
export interface DavErrorDetails extends Precondition {
  readonly headers?: Readonly<Record<string, string>>;
  /** With 207: the members that stand in the way, each with its own status. */
  readonly members?: readonly MemberStatus[];
}

/** A request that this face refuses by itself; what the core refuses comes as a `DmsError`. */
export class DavError extends Error {
  readonly status: number;
  readonly details: DavErrorDetails;

  constructor(status: number, message: string, details: DavErrorDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.details = details;
  }
}

/** 400: the request does not say what it must, or says it wrongly. */
export function badRequest(message: string): DavError {
  return new DavError(400, message);
}
