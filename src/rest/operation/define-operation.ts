import type { Request, Response } from 'express';
import type { z } from 'zod';
import { parse, parseBody } from '../http/http.ts';

/*
 * How to write a resource: one file has its schemas, its JSON views and its operations.
 * `documentOperations(dms)` returns the operations by name (`satisfies Operations`). `routes.ts` gives each
 * operation its method and path. The OpenAPI document at `/api/openapi.json` is made from these definitions,
 * and the tests check every response against it.
 */

/** Statuses of success; 204 is for uploads that can be resumed, 206 and 304 are for downloads only. */
export type SuccessStatus = 200 | 201 | 204 | 206 | 304;

/** Headers that only some responses have. */
export type OwnHeader =
  | 'Location'
  | 'Tus-Extension'
  | 'Tus-Resumable'
  | 'Tus-Version'
  | 'Upload-Expires'
  | 'Upload-Length'
  | 'Upload-Offset';

/** A response whose body is not JSON. */
export interface NonJsonResponse {
  /** Media types, for example `image/*`. An empty list: the response has no body. */
  readonly mediaTypes: readonly string[];
  readonly description: string;
  /** The response has `ETag` and `Last-Modified` (RFC 9110 §8.8). */
  readonly hasValidators?: boolean;
  /** Headers of every such response, besides those that all responses have. */
  readonly headers?: readonly OwnHeader[];
}

/** When an operation was deprecated, and when it will be removed. Dates are `2026-01-31`, at 00:00 UTC. */
export interface Deprecation {
  /** From this date on clients should not use the operation (RFC 9745). */
  readonly since: string;
  /** On this date the operation is removed (RFC 8594). Left out while the date is not known. */
  readonly sunset?: string;
  /** URL of a page that says what to use instead. */
  readonly link?: string;
}

/** What the OpenAPI document says of an operation. */
interface Contract<Query extends z.ZodObject, Body extends z.ZodType> {
  /** A few words in the imperative. */
  readonly summary: string;
  /** Markdown; what the schemas do not say. */
  readonly description?: string;
  /** The query parameters. Parameters that are not in the schema are ignored. */
  readonly query?: Query;
  /** Parameters of the path that are no numbers, by name: what the description says of them. */
  readonly pathTexts?: Readonly<Record<string, string>>;
  /** The JSON body. If left out, the body of a request is not read. */
  readonly body?: Body;
  /** Headers that the operation reads itself, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The media type of a body that is bytes. The operation reads this body itself. */
  readonly bytes?: string;
  /** The fields of a `multipart/form-data` body. The operation reads this body itself. */
  readonly form?: z.ZodObject;
  /**
   * The successful responses by status: the schema of the whole JSON body, or what the response has instead.
   * Schemas are strict, so that the tests find fields that are not described.
   */
  readonly responses: Readonly<Partial<Record<SuccessStatus, z.ZodType | NonJsonResponse>>>;
  /** Further media types of the 200 response, for clients that ask for them (`Accept`). */
  readonly otherMediaTypes?: readonly string[];
  /**
   * Error statuses besides those that follow from the route. These need not be listed:
   *
   * - every route: 401, 429, 500
   * - every route except a GET for guests: 403
   * - a parameter in the path: 400, 404
   * - a body or a form: 400, 422
   * - query parameters: 422
   */
  readonly errors?: readonly (400 | 404 | 409 | 410 | 412 | 413 | 415 | 416 | 422 | 460)[];
  readonly deprecation?: Deprecation;
}

/**
 * What the caller sent. An operation calls these functions when it needs the values. So it can check
 * permissions first, and a caller without them learns nothing about the fields.
 */
interface Input<Query extends z.ZodObject, Body extends z.ZodType> {
  /** @throws {DmsError} invalid */
  readonly query: () => z.output<Query>;
  /** @throws {DmsError} invalid */
  readonly body: () => z.output<Body>;
}

/** One operation of the REST interface: the schemas of its input and output, and the handler. */
export interface Operation extends Contract<z.ZodObject, z.ZodType> {
  handle(req: Request, res: Response): void | Promise<void>;
}

/** The operations of one resource, by name. */
export type Operations = Readonly<Record<string, Operation>>;

/** Makes an operation. The schemas that describe its input also parse it, so the two cannot differ. */
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
        query: () => parse(defined(query), req.query),
        body: () => parseBody(defined(body), req),
      }),
  };
}

function defined<T extends z.ZodType>(schema: T | undefined): T {
  if (schema === undefined) throw new Error('The operation reads an input that it has no schema for.');
  return schema;
}
