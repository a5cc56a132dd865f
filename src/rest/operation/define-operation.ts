import type { Request, Response } from 'express';
import type { z } from 'zod';
import { parse, parseBody } from '../http/http.ts';

/*
 * How a resource is written: its schemas, its JSON views and its operations together in one file; `documentOperations(dms)`
 * returns the operations by name (`satisfies Operations`), and `routes.ts` gives each its method and path. All that the
 * description at `/api/openapi.json` says of an operation stands here, and the tests hold every answer against it.
 */

/** Statuses of success. */
export type Success = 200 | 201 | 206 | 304;

/** An answer that is no JSON. */
export interface Content {
  /** Media types, for example `image/*`. None: the answer has no body. */
  readonly media: readonly string[];
  readonly description: string;
  /** It has `ETag` and `Last-Modified`. */
  readonly isValidated?: boolean;
}

/** From when on an operation should no longer be used (RFC 9745), and when it goes (RFC 8594). Dates: `2026-01-31`. */
export interface Deprecation {
  readonly since: string;
  readonly sunset?: string;
  /** Address of a page that says what to do instead. */
  readonly link?: string;
}

/** What can be said of an operation apart from its work. */
interface Contract<Query extends z.ZodObject, Body extends z.ZodType> {
  /** A few words, in the imperative. */
  readonly summary: string;
  /** What the schemas do not say; Markdown. */
  readonly description?: string;
  /** Parameters of the query. Those that it does not name are not looked at. */
  readonly query?: Query;
  /** The JSON body. Without it a body is not read. */
  readonly body?: Body;
  /** The fields of a `multipart/form-data` body, which the operation reads itself. */
  readonly form?: z.ZodObject;
  /** What it answers, by status: the whole JSON body, or other content. Schemas are strict: the tests hold answers to them. */
  readonly answers: Readonly<Partial<Record<Success, z.ZodType | Content>>>;
  /** Media types in which it answers 200, too, to those who ask for them (`Accept`). */
  readonly alsoAs?: readonly string[];
  /**
   * Statuses of refusals beyond the common ones: 401, 403, 429 and 500 everywhere, 400 and 404 with a parameter in the
   * path, 400 and 422 with a body, 422 with a query.
   */
  readonly errors?: readonly (400 | 404 | 412 | 416 | 422)[];
  readonly deprecation?: Deprecation;
}

/** What the caller sent, read when it is asked for: whether he may do it at all is often decided before. */
interface Input<Query extends z.ZodObject, Body extends z.ZodType> {
  /** @throws {DmsError} invalid */
  readonly query: () => z.output<Query>;
  /** @throws {DmsError} invalid */
  readonly body: () => z.output<Body>;
}

/** One thing that the REST interface offers: what goes in, what comes out, and the work between them. */
export interface Operation extends Contract<z.ZodObject, z.ZodType> {
  handle(req: Request, res: Response): void | Promise<void>;
}

/** The operations of one resource, by name. */
export type Operations = Readonly<Record<string, Operation>>;

/** An operation whose input is read by the very schemas that describe it. */
export function operation<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodNever>(
  contract: Contract<Query, Body> & {
    handle(req: Request, res: Response, input: Input<Query, Body>): void | Promise<void>;
  },
): Operation {
  const { query, body } = contract;
  return {
    ...contract,
    handle: (req, res) =>
      contract.handle(req, res, {
        query: () => parse(described(query), req.query),
        body: () => parseBody(described(body), req),
      }),
  };
}

function described<T extends z.ZodType>(schema: T | undefined): T {
  if (schema === undefined) throw new Error('the operation reads what it does not describe');
  return schema;
}
