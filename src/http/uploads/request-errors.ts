import { type FactsOf, type Message, message } from '../../model/errors/messages.ts';

type UnreadableCode =
  | 'request_unreadable'
  | 'path_unreadable'
  | 'form_expected'
  | 'form_unreadable'
  | `header_not_${'bytes' | 'checksum' | 'metadata'}`
  | `body_${'late' | 'not_json' | 'not_object' | 'too_long' | 'unreadable'}`;

/**
 * Request that cannot be parsed (400), for example: not JSON, not multipart, or invalid percent-encoding in the path.
 */
export class UnreadableRequest<Code extends UnreadableCode = UnreadableCode> extends Error {
  readonly reason: Message;

  constructor(code: Code, ...facts: FactsOf<Code>) {
    super();
    this.reason = message(code, ...facts);
    this.message = this.reason.text;
  }
}

/** Error with a status that only HTTP, or the protocol of an operation, defines (docs/build/contract/rest.md §5). */
export class ProtocolError extends Error {
  readonly status: 409 | 410 | 412 | 413 | 415 | 460;
  readonly reason: Message;

  constructor(status: ProtocolError['status'], reason: Message) {
    super(reason.text);
    this.status = status;
    this.reason = reason;
  }
}
