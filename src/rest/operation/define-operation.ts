import type { Request, Response } from 'express';
import type * as z from 'zod';
import { parse, parseBody } from '../http/http.ts';

/*
 * How to write a resource: one file contains its schemas, its JSON views and its operations. `documentOperations(dms)`
 * returns the operations by name (`satisfies Operations`). `routes.ts` assigns each operation its method and path. The
 * OpenAPI document at `/api/openapi.json` is generated from these definitions, and the tests check every response
 * against it.
 */

/** Statuses of success. 204 is only for resumable uploads, 206 and 304 only for downloads. */
export type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 304;

/** Headers that only some responses have. */
export type OwnHeader =
  | 'Location'
  | 'Tus-Extension'
  | 'Tus-Resumable'
  | 'Tus-Version'
  | 'Upload-Expires'
  | 'Upload-Length'
  | 'Upload-Offset';

/** Response whose body is not JSON. */
export interface NonJsonResponse {
  /** Media types, for example `image/*`; an empty list for a response without a body. */
  readonly mediaTypes: readonly string[];
  readonly description: string;
  /** True if the response has `ETag` and `Last-Modified` (RFC 9110 §8.8). */
  readonly hasValidators?: boolean;
  /** Headers of every such response, in addition to those of all responses. */
  readonly headers?: readonly OwnHeader[];
}

/** Dates of the deprecation and removal of an operation, in the form `2026-01-31`, at 00:00 UTC. */
export interface Deprecation {
  /** Date from which clients should not use the operation (RFC 9745). */
  readonly since: string;
  /** Date of the removal (RFC 8594); undefined while it is not known. */
  readonly sunset?: string;
  /** URL of a page that describes the replacement. */
  readonly link?: string;
}

/** Description of an operation in the OpenAPI document. */
interface Contract<Query extends z.ZodObject, Body extends z.ZodType> {
  /** A few words in the imperative. */
  readonly summary: string;
  /** Markdown; details that the schemas do not describe. */
  readonly description?: string;
  /** Query parameters. Parameters that are not in the schema are ignored. */
  readonly query?: Query;
  /** Descriptions of path parameters that are not numbers, by name. */
  readonly pathTexts?: Readonly<Record<string, string>>;
  /** JSON body. If undefined, the request body is not read. */
  readonly body?: Body;
  /** Descriptions of headers that the operation reads itself, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Media type of a binary body, which the operation reads itself. */
  readonly bytes?: string;
  /** Fields of a `multipart/form-data` body, which the operation reads itself. */
  readonly form?: z.ZodObject;
  /**
   * Successful responses by status: the schema of the whole JSON body, or the description of a non-JSON response.
   * Schemas are strict, so that the tests find undocumented fields.
   */
  readonly responses: Readonly<Partial<Record<SuccessStatus, z.ZodType | NonJsonResponse>>>;
  /** Additional media types of the 200 response, for clients that request them (`Accept`). */
  readonly otherMediaTypes?: readonly string[];
  /**
   * Error statuses in addition to those implied by the route, which are:
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
 * Input of a request. An operation calls these functions when it needs the values, so that it can check permissions
 * first: a caller without them learns nothing about the fields.
 */
interface Input<Query extends z.ZodObject, Body extends z.ZodType> {
  /** @throws {DmsError} invalid */
  readonly query: () => z.output<Query>;
  /** @throws {DmsError} invalid */
  readonly body: () => z.output<Body>;
}

/** Operation of the REST interface: the schemas of its input and output, and the handler. */
export interface Operation extends Contract<z.ZodObject, z.ZodType> {
  handle(req: Request, res: Response): void | Promise<void>;
}

/** Operations of one resource, by name. */
export type Operations = Readonly<Record<string, Operation>>;

/** Creates an operation. The schemas that describe its input also parse it, so the two cannot differ. */
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
