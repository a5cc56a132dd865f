import * as z from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { errorBody, pathNumber } from '../http/http.ts';
import type { Deprecation, NonJsonResponse, Operation, Route, RoutesByTag } from '../operation/operation.ts';
import { Schemas } from './openapi-schemas.ts';
import {
  ERROR_RESPONSES,
  type ErrorStatus,
  HEADERS,
  type HeaderName,
  INTRODUCTION,
  SECURITY_SCHEMES,
} from './openapi-text.ts';
import type {
  Body,
  OpenApi,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from './openapi-types.ts';

/** Headers of every response. */
const COMMON_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;
const VALIDATOR_HEADERS = ['ETag', 'Last-Modified'] as const;

const SUCCESS_DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Begun. The work goes on after the response.',
};

function headersOf(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Methods whose bodies must not be encoded (`src/rest/app.ts`). */
const MAY_HAVE_BODY: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** All error statuses of a route: those implied by its path and input, and those of the operation. */
function errorStatusesOf([method, path, caller, operation]: Route): readonly ErrorStatus[] {
  const { query, body, form, errors = [] } = operation;
  const common: [boolean, ...ErrorStatus[]][] = [
    [true, 401, 429, 500],
    [caller !== 'guest' || method !== 'GET', 403],
    [path.includes('{'), 400, 404],
    [body !== undefined || form !== undefined, 400, 422],
    [MAY_HAVE_BODY.has(method), 415],
    [query !== undefined, 422],
  ];
  const applicable = common.flatMap(([applies, ...statuses]) => (applies ? statuses : []));
  return [...new Set([...applicable, ...errors])].sort((one, other) => one - other);
}

/** `GET`, `/documents/{id}/versions` → `getDocumentsIdVersions`. */
function operationId([method, path]: Route): string {
  const words = path.match(/\w+/g) ?? [];
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
}

function parametersOf(
  schemas: Schemas,
  [, path, , { query, pathTexts = {}, headers = {} }]: Route,
): readonly Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inPath = names.map((name) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: schemas.input(pathTexts[name] === undefined ? pathNumber : z.string().describe(pathTexts[name])),
  }));
  const { properties = {}, required = [] } = query === undefined ? {} : schemas.input(query);
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema: typeof schema === 'object' ? schema : {},
  }));
  const inHeaders = Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header' as const,
    required: false,
    schema: { type: 'string' as const, description },
  }));
  return [...inPath, ...inQuery, ...inHeaders];
}

function requestBodyOf(
  schemas: Schemas,
  { body, bytes, form }: Operation,
): Pick<OperationObject, 'requestBody'> {
  if (bytes !== undefined) return { requestBody: { required: false, content: { [bytes]: {} } } };
  if (form !== undefined) {
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: schemas.input(form) } } },
    };
  }
  if (body === undefined) return {};
  const schema = schemas.input(body);
  // A missing body counts as an empty object.
  const required = !body.safeParse({}).success;
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function deprecationHeaders(deprecation: Deprecation | undefined): readonly HeaderName[] {
  if (deprecation === undefined) return [];
  return deprecation.sunset === undefined ? ['Deprecation'] : ['Deprecation', 'Sunset'];
}

function responseOf(
  schemas: Schemas,
  status: string,
  response: z.ZodType | NonJsonResponse,
  more: readonly HeaderName[],
  otherMediaTypes: readonly string[] = [],
): ResponseObject {
  const others: Body = Object.fromEntries(otherMediaTypes.map((type) => [type, {}] as const));
  if (response instanceof z.ZodType) {
    return {
      description: SUCCESS_DESCRIPTIONS[status] ?? 'Success.',
      headers: headersOf([...COMMON_HEADERS, ...more]),
      content: { 'application/json': { schema: schemas.output(response) }, ...others },
    };
  }
  const { mediaTypes, description, hasValidators = false, headers = [] } = response;
  const content: Body = Object.fromEntries(mediaTypes.map((type) => [type, {}] as const));
  return {
    description,
    headers: headersOf([...COMMON_HEADERS, ...(hasValidators ? VALIDATOR_HEADERS : []), ...headers, ...more]),
    ...(mediaTypes.length === 0 ? {} : { content }),
  };
}

function operationObject(schemas: Schemas, tag: string, route: Route): OperationObject {
  const [, , caller, operation] = route;
  const { summary, description, responses, otherMediaTypes, deprecation } = operation;
  const more = deprecationHeaders(deprecation);
  const successes = Object.entries(responses).map(
    ([status, response]) => [status, responseOf(schemas, status, response, more, otherMediaTypes)] as const,
  );
  const errors = errorStatusesOf(route).map(
    (status) => [String(status), { $ref: `#/components/responses/${ERROR_RESPONSES[status].name}` }] as const,
  );
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(deprecation === undefined ? {} : { deprecated: true as const }),
    security: caller === 'guest' ? [{}] : [{ token: [] }, { session: [] }],
    parameters: parametersOf(schemas, route),
    ...requestBodyOf(schemas, operation),
    responses: { ...Object.fromEntries(successes), ...Object.fromEntries(errors) },
  };
}

function errorResponses(schemas: Schemas): Record<string, ResponseObject> {
  const schema = schemas.output(z.strictObject({ body: errorBody })).properties?.['body'];
  const content = { 'application/json': typeof schema === 'object' ? { schema } : {} };
  return Object.fromEntries(
    Object.values(ERROR_RESPONSES).map(({ name, description, headers }) => [
      name,
      { description, headers: headersOf([...COMMON_HEADERS, ...headers]), content },
    ]),
  );
}

/** Builds the OpenAPI 3.1 document of all routes from the schemas of their requests and responses. */
export function openApi(routesByTag: RoutesByTag, baseUrl: string | null): OpenApi {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const [tag, routes] of Object.entries(routesByTag)) {
    for (const route of routes) {
      const [method, path] = route;
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(schemas, tag, route) };
    }
  }
  const responses = errorResponses(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'dms',
      version: manifest.version,
      description: INTRODUCTION,
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [{ url: `${baseUrl?.replace(/\/$/, '') ?? ''}/api` }],
    tags: Object.keys(routesByTag).map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      headers: HEADERS,
      responses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
