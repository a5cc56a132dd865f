import type { JsonSchema } from './openapi-schemas.ts';

/** Reference to a component. */
export interface Reference {
  readonly $ref: string;
}

/** Response header. */
export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

/** Schemas of a body, by media type. */
export type Body = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

/** Parameter in the path, the query or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Response with one status. */
export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content?: Body;
}

/** One operation: a method of a path. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Body };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/** OpenAPI 3.1 document, restricted to the parts of the format that this service uses. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: object;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: object;
  };
}
