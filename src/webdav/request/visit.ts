import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';
import type { RequestContext } from './request-context.ts';

/** A request from its arrival on; the exchange is there once it is known who asks. */
export interface IncomingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: Logger;
  readonly ip: string | null;
  exchange: RequestContext | undefined;
}
