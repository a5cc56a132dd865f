import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { errorBody, pathNumber } from '../http/http.ts';
import type { Chapters, Content, Deprecation, Operation, Route } from '../operation/operation.ts';
import { Schemas } from './openapi-schemas.ts';
import { ABOUT, HEADERS, type HeaderName, REFUSALS, type Refusal, SECURITY_SCHEMES } from './openapi-text.ts';
import type {
  Body,
  OpenApi,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from './openapi-types.ts';

const ALWAYS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
const ON_CONTENT = ['ETag', 'Last-Modified'] as const;

const SUCCESSES: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
};

function headersOf(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Every status with which a request to this route may be refused. */
function refusalsOf([method, path, caller, operation]: Route): readonly Refusal[] {
  const { query, body, form, errors = [] } = operation;
  const common: [boolean, ...Refusal[]][] = [
    [true, 401, 429, 500],
    [caller !== 'anybody' || method !== 'GET', 403],
    [path.includes('{'), 400, 404],
    [body !== undefined || form !== undefined, 400, 422],
    [query !== undefined, 422],
  ];
  const statuses = common.flatMap(([applies, ...those]) => (applies ? those : []));
  return [...new Set([...statuses, ...errors])].sort((one, other) => one - other);
}

/** `GET`, `/documents/{id}/versions` → `getDocumentsIdVersions`. */
function operationId([method, path]: Route): string {
  const words = path.match(/\w+/g) ?? [];
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
}

function parametersOf(schemas: Schemas, [, path, , { query }]: Route): readonly Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inPath = names.map((name) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: schemas.input(pathNumber),
  }));
  const { properties = {}, required = [] } = query === undefined ? {} : schemas.input(query);
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema: typeof schema === 'object' ? schema : {},
  }));
  return [...inPath, ...inQuery];
}

function requestBodyOf(schemas: Schemas, { body, form }: Operation): Pick<OperationObject, 'requestBody'> {
  if (form !== undefined) {
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: schemas.input(form) } } },
    };
  }
  if (body === undefined) return {};
  const schema = schemas.input(body);
  // No body at all counts as an empty object.
  const required = !body.safeParse({}).success;
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function deprecationHeaders(deprecation: Deprecation | undefined): readonly HeaderName[] {
  if (deprecation === undefined) return [];
  return deprecation.sunset === undefined ? ['Deprecation'] : ['Deprecation', 'Sunset'];
}

function answerOf(
  schemas: Schemas,
  status: string,
  answer: z.ZodType | Content,
  more: readonly HeaderName[],
  alsoAs: readonly string[] = [],
): ResponseObject {
  const others: Body = Object.fromEntries(alsoAs.map((type) => [type, {}] as const));
  if (answer instanceof z.ZodType) {
    return {
      description: SUCCESSES[status] ?? 'Done.',
      headers: headersOf([...ALWAYS, ...more]),
      content: { 'application/json': { schema: schemas.output(answer) }, ...others },
    };
  }
  const { media, description, isValidated = false } = answer;
  const content: Body = Object.fromEntries(media.map((type) => [type, {}] as const));
  return {
    description,
    headers: headersOf([...ALWAYS, ...(isValidated ? ON_CONTENT : []), ...more]),
    ...(media.length === 0 ? {} : { content }),
  };
}

function describe(schemas: Schemas, tag: string, route: Route): OperationObject {
  const [, , caller, operation] = route;
  const { summary, description, answers, alsoAs, deprecation } = operation;
  const more = deprecationHeaders(deprecation);
  const successes = Object.entries(answers).map(
    ([status, answer]) => [status, answerOf(schemas, status, answer, more, alsoAs)] as const,
  );
  const refusals = refusalsOf(route).map(
    (status) => [String(status), { $ref: `#/components/responses/${REFUSALS[status].name}` }] as const,
  );
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(deprecation === undefined ? {} : { deprecated: true as const }),
    security: caller === 'anybody' ? [{}] : [{ token: [] }, { session: [] }],
    parameters: parametersOf(schemas, route),
    ...requestBodyOf(schemas, operation),
    responses: { ...Object.fromEntries(successes), ...Object.fromEntries(refusals) },
  };
}

function refusalResponses(schemas: Schemas): Record<string, ResponseObject> {
  const schema = schemas.output(z.strictObject({ body: errorBody })).properties?.['body'];
  const content = { 'application/json': typeof schema === 'object' ? { schema } : {} };
  return Object.fromEntries(
    Object.values(REFUSALS).map(({ name, description, headers }) => [
      name,
      { description, headers: headersOf([...ALWAYS, ...headers]), content },
    ]),
  );
}

/** The description of all routes (OpenAPI 3.1), made from the schemas that read requests and those of the answers. */
export function openApi(chapters: Chapters, baseUrl: string | null): OpenApi {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const [tag, routes] of Object.entries(chapters)) {
    for (const route of routes) {
      const [method, path] = route;
      paths[path] = { ...paths[path], [method.toLowerCase()]: describe(schemas, tag, route) };
    }
  }
  const responses = refusalResponses(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'dms',
      version: manifest.version,
      description: ABOUT,
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [{ url: `${baseUrl?.replace(/\/$/, '') ?? ''}/api` }],
    tags: Object.keys(chapters).map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      headers: HEADERS,
      responses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
