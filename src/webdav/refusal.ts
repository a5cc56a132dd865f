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
export interface RefusalDetails extends Precondition {
  readonly headers?: Readonly<Record<string, string>>;
  /** With 207: the members that stand in the way, each with its own status. */
  readonly members?: readonly MemberStatus[];
}

/** A request that this face refuses by itself; what the core refuses comes as a `DmsError`. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.details = details;
  }
}

/** 400: the request does not say what it must, or says it wrongly. */
export function badRequest(message: string): Refusal {
  return new Refusal(400, message);
}
