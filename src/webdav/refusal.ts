/** What an answer of refusal may say besides its status. */
export interface RefusalDetails {
  /** The element inside `DAV:error` (RFC 4918 §16), without its prefix: `propfind-finite-depth`. */
  readonly precondition?: string;
  /** The resource that the precondition is about, as an href. */
  readonly href?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
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
