import type { Request } from 'express';
import { preconditionFails, validatorsOf } from '../../../http/content/etag.ts';
import type { Expectation } from '../../../model/entries/expectation.ts';
import { DmsError } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';

/**
 * Reads the conditional headers of a request that changes a document: `If-Match` and others (RFC 9110 §13).
 * @returns a check that the core calls inside its transaction; throws {DmsError} precondition_failed if a condition
 * does not hold
 */
export function expectationOf(req: Request): Expectation {
  return (current) => {
    if (!preconditionFails(req.headers, current && validatorsOf(current))) return;
    throw new DmsError('precondition_failed', message('conditions_not_met'));
  };
}
