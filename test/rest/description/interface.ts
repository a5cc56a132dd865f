import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApi, OperationObject } from '../../../src/rest/openapi/openapi-types.ts';
import type { Example } from './examples.ts';

/** An operation of the description, with its method and path. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** A received response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Additions to the example of a request. */
export interface Request extends Example {
  /** Replaces `body`, with any text. */
  readonly text?: string;
}

const REF = /^#\/components\/\w+\//;

function nameOf(reference: string): string {
  return reference.replace(REF, '');
}

/** Forbids fields that the description does not name, in all objects. */
function close(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('properties' in node && !('additionalProperties' in node)) {
    Object.assign(node, { additionalProperties: false });
  }
  for (const child of Object.values(node)) close(child);
}

function pointer(...keys: string[]): string {
  return keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

/** The described interface, against which responses are checked. */
export class Interface {
  readonly description: OpenApi;
  readonly #url: string;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(url: string, description: OpenApi) {
    this.description = description;
    this.#url = `${url}/api`;
    addFormats.default(this.#ajv);
    const closed = structuredClone(description);
    close({ schemas: closed.components.schemas });
    for (const { operation } of operationsOf(closed)) close(operation.responses);
    this.#ajv.addSchema(closed, 'description');
  }

  static async read(url: string): Promise<Interface> {
    const response = await fetch(`${url}/api/openapi.json`);
    assert.equal(response.status, 200);
    const description: OpenApi = JSON.parse(await response.text());
    return new Interface(url, description);
  }

  get operations(): readonly Described[] {
    return operationsOf(this.description);
  }

  async call({ method, path }: Described, request: Request): Promise<Answer> {
    const { path: parameters = {}, query = {}, body, bytes, form, headers = {} } = request;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? 'missing'));
    const search = new URLSearchParams(query).toString();
    const text = request.text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.#url}${filled}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: { ...headers, ...(text === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(text === undefined ? {} : { body: text }),
      ...(form === undefined ? {} : { body: formOf(form) }),
      ...(bytes === undefined ? {} : { body: bytes }),
    });
    return { status: response.status, headers: response.headers, text: await textOf(response) };
  }

  /** Asserts that a response matches the description: its status, headers, media type and body. */
  check(described: Described, answer: Answer): void {
    const { method, path, operation } = described;
    const { status, headers, text } = answer;
    const where = `${method} ${path} answers ${status} ${text.slice(0, 300)}`;
    const said = operation.responses[String(status)];
    assert.ok(said !== undefined, `${where}, which is not described`);
    const { components } = this.description;
    const response = '$ref' in said ? components.responses[nameOf(said.$ref)] : said;
    assert.ok(response !== undefined, where);
    for (const name of Object.keys(response.headers)) this.#checkHeader(name, headers.get(name), where);
    if (response.content === undefined || method === 'HEAD') {
      assert.equal(text, '', where);
      return;
    }
    const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
    const media = Object.keys(response.content).find((known) => known === type || known === '*/*');
    assert.ok(media !== undefined, `${where} as ${type}`);
    if (response.content[media]?.schema === undefined) return;
    const at =
      '$ref' in said
        ? pointer('components', 'responses', nameOf(said.$ref))
        : pointer('paths', path, method.toLowerCase(), 'responses', String(status));
    this.#validate(`${at}/${pointer('content', media, 'schema')}`, JSON.parse(text), where);
  }

  #checkHeader(name: string, value: string | null, where: string): void {
    assert.ok(value !== null, `${where} without ${name}`);
    const { type } = this.description.components.headers[name]?.schema ?? {};
    const typed = type === 'integer' ? Number(value) : value;
    this.#validate(pointer('components', 'headers', name, 'schema'), typed, `${where}, ${name}: ${value}`);
  }

  #validate(at: string, value: unknown, where: string): void {
    const known = this.#validators.get(at);
    const validate = known ?? this.#ajv.compile({ $ref: `description#/${at}` });
    this.#validators.set(at, validate);
    assert.ok(validate(value), `${where}: ${this.#ajv.errorsText(validate.errors)}`);
  }
}

function operationsOf({ paths }: OpenApi): Described[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function formOf(fields: NonNullable<Example['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** The body; empty for a stream, which does not end. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream') !== true) return response.text();
  await response.body?.cancel();
  return '';
}
