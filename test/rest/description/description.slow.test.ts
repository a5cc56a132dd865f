import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Metrics } from '../../../src/http/metrics/metrics.ts';
import { createLogger } from '../../../src/log.ts';
import { createRestApp } from '../../../src/rest/app.ts';
import type { JsonSchema } from '../../../src/rest/openapi/openapi-schemas.ts';
import { type Service, startService } from '../../support/service.ts';
import { type Example, examples } from './examples.ts';
import { CALLERS, type CallerName, DescriptionFixture, startCountingService } from './fixture.ts';
import { type Answer, type Described, Interface, type Request } from './interface.ts';

const names = Object.keys(CALLERS).filter((name): name is CallerName => name in CALLERS);

/** Routes for machines that watch the service. */
const UNDESCRIBED = new Set(['GET /healthz', 'GET /metrics']);

/** As much of a layer of an express router as says what it serves. */
interface Layer {
  readonly route?:
    | { readonly path: string; readonly stack: readonly { readonly method: string }[] }
    | undefined;
  readonly handle: object;
}

/** The routes of an express router, and of those that it contains. */
function routesOf(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ route, handle }) => {
    if (route === undefined)
      return 'stack' in handle && Array.isArray(handle.stack) ? routesOf(handle.stack) : [];
    const methods = new Set(route.stack.map(({ method }) => method.toUpperCase()));
    return [...methods].map((method) => `${method} ${route.path}`);
  });
}

function isSuccess({ status }: Answer): boolean {
  return status < 300;
}

function isForAnybody({ operation }: Described): boolean {
  return operation.security.some((way) => Object.keys(way).length === 0);
}

/** Fields of a JSON body, of all its forms. */
function fieldsOf({ operation }: Described): readonly string[] {
  const schema = operation.requestBody?.content['application/json']?.schema ?? {};
  const forms = [schema, ...(schema.oneOf ?? [])].filter((form) => typeof form === 'object');
  return [...new Set(forms.flatMap((form) => Object.keys(form.properties ?? {})))];
}

/** Ways in which a request may be wrong, by what is: `field …` is 422 under that name, `path …` 404, all else 400. */
function faultsOf(described: Described): Map<string, (example: Example) => Request> {
  const faults = new Map<string, (example: Example) => Request>();
  const { parameters, requestBody } = described.operation;
  if (requestBody?.content['application/json'] !== undefined) {
    faults.set('no JSON', (example) => ({ ...example, text: '{' }));
    faults.set('a list', (example) => ({ ...example, text: '[]' }));
    for (const name of ['unknown', ...fieldsOf(described)]) {
      const wrong = (example: Example): Request => ({
        ...example,
        body: { ...example.body, [name]: { a: 1 } },
      });
      faults.set(`field ${name}`, wrong);
    }
  }
  if (requestBody?.content['multipart/form-data'] !== undefined) {
    faults.set('JSON for a form', ({ path = {} }) => ({ path, text: '{}' }));
  }
  for (const { name, in: place, schema } of parameters) {
    if (place === 'path')
      faults.set(`path ${name}`, (example) => ({ ...example, path: { ...example.path, [name]: -1 } }));
    const wrong = (example: Example): Request => ({
      ...example,
      query: { ...example.query, [name]: 'no such\u0000' },
    });
    // A version that is not there is 404, however it is asked for.
    if (name === 'version') faults.set('path version', wrong);
    else if (place === 'query' && isChecked(schema)) faults.set(`field ${name}`, wrong);
  }
  return faults;
}

/** Whether not every text is good for a parameter. */
function isChecked({ type, anyOf, ...rest }: JsonSchema): boolean {
  return type === 'integer' || anyOf !== undefined || rest.enum !== undefined;
}

describe('the description', () => {
  let service: Service;
  let described: Interface;

  before(async () => {
    service = await startCountingService();
    described = await Interface.read(service.url);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  /** Sets a stage for an operation. @returns a function that calls the operation as somebody with an altered example */
  async function stageOf(name: CallerName, operation: Described) {
    const fixture = await DescriptionFixture.set(service);
    const caller = await CALLERS[name](fixture);
    const create = examples[operation.operation.operationId];
    assert.ok(create, `there is no example for ${operation.operation.operationId}`);
    const example = await create(fixture, caller);
    return async (alter: (example: Example) => Request): Promise<Answer> => {
      const request = alter(example);
      const answer = await described.call(operation, {
        ...request,
        headers: { ...request.headers, ...caller.headers },
      });
      described.check(operation, answer);
      return answer;
    };
  }

  /** Calls an operation as somebody, on a stage of its own. @param alter what is sent otherwise than in the example */
  async function callAs(
    name: CallerName,
    operation: Described,
    alter: (example: Example) => Request = (example) => example,
  ): Promise<Answer> {
    const call = await stageOf(name, operation);
    return call(alter);
  }

  /** Who succeeds with an operation. */
  const successful = new Map<string, CallerName>();

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { description } = described;
    const { valid, errors } = await validator.validate(structuredClone({ ...description }));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
  });

  it('has every route that is served, and no other', () => {
    const log = createLogger({ level: 'silent', format: 'json' });
    const metrics = new Metrics(service.dms);
    const app = createRestApp({ dms: service.dms, config: service.config, metrics, warnings: () => [], log });
    const served = routesOf(app.router.stack).filter((route) => !UNDESCRIBED.has(route));
    const said = described.operations.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    assert.deepEqual(served.sort(), said.sort());
  });

  it('names each operation once, and each has an example', () => {
    const ids = described.operations.map(({ operation }) => operation.operationId);
    assert.deepEqual(ids.sort(), Object.keys(examples).sort());
  });

  it('leads nowhere but to itself', () => {
    const text = JSON.stringify(described.description);
    for (const [, reference = ''] of text.matchAll(/"\$ref":"([^"]*)"/g)) {
      const [, section = '', name = ''] = /^#\/components\/(\w+)\/([\w-]+)$/.exec(reference) ?? [];
      const components: Readonly<Record<string, object>> = { ...described.description.components };
      assert.ok(name in (components[section] ?? {}), reference);
    }
  });

  for (const id of Object.keys(examples)) {
    it(`holds for ${id}, whoever calls`, async () => {
      const operation = find(id);
      for (const name of names) {
        const answer = await callAs(name, operation);
        const where = `${id} as ${name}: ${answer.status} ${answer.text}`;
        if (isSuccess(answer)) successful.set(id, name);
        if (name === 'revoked token') assert.equal(answer.status, 401, where);
        if (isForAnybody(operation)) continue;
        if (name === 'guest') assert.equal(answer.status, 401, where);
        const isSigningIn = operation.operation.tags.includes('Sign-in');
        if (isSigningIn) continue;
        if (name === 'token for the drive') assert.equal(answer.status, 403, where);
        if (name === 'user who owes the second factor') assert.equal(answer.status, 401, where);
      }
      assert.ok(successful.has(id), 'somebody succeeds');
    });

    it(`holds for ${id}, whatever is wrong with the request`, async () => {
      const operation = find(id);
      const name = successful.get(id) ?? 'user';
      // A refused request changes nothing.
      const call = await stageOf(name, operation);
      for (const [fault, alter] of faultsOf(operation)) {
        const { status, text } = await call(alter);
        const where = `${id} with ${fault}: ${status} ${text}`;
        if (fault.startsWith('field ')) {
          assert.equal(status, 422, where);
          assert.ok(fault.slice('field '.length) in JSON.parse(text).errors, where);
        } else {
          assert.equal(status, fault.startsWith('path ') ? 404 : 400, where);
        }
      }
    });
  }

  function find(id: string): Described {
    const operation = described.operations.find(({ operation: { operationId } }) => operationId === id);
    assert.ok(operation, `${id} is not described`);
    return operation;
  }

  it('holds for a request too many, and for a fault of the service', async () => {
    const strict = await startService({
      config: { rate_limit: { authenticated_per_minute: 1, guest_per_minute: 1 } },
    });
    try {
      const interfaceOfStrict = new Interface(strict.url, described.description);
      const operation = find('getAccount');
      const headers = (await CALLERS.administrator(await DescriptionFixture.set(strict))).headers;
      strict.dms.account.get = () => {
        throw new Error('broken');
      };
      const answers = [];
      for (let count = 0; count < 2; count += 1)
        answers.push(await interfaceOfStrict.call(operation, { headers }));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [500, 429],
      );
      for (const answer of answers) interfaceOfStrict.check(operation, answer);
    } finally {
      await strict.stop();
    }
  });

  it('holds for every other media type that an answer is to be had in', async () => {
    const others = described.operations.flatMap((operation) => {
      const { '200': done } = operation.operation.responses;
      const types = done && 'content' in done ? Object.keys(done.content ?? {}) : [];
      return types.includes('application/json') && types.length > 1
        ? types.map((type) => ({ operation, type }))
        : [];
    });
    assert.ok(others.some(({ type }) => type === 'text/csv'));
    for (const { operation, type } of others) {
      const answer = await callAs('administrator', operation, (example) => ({
        ...example,
        headers: { Accept: type },
      }));
      const [given] = (answer.headers.get('Content-Type') ?? '').split(';');
      assert.deepEqual([answer.status, given], [200, type], operation.path);
    }
  });

  it('holds for ranges and for conditions of a download', async () => {
    const operation = find('getDocumentsIdDownload');
    const asked = [
      [206, { Range: 'bytes=0-1' }],
      [206, { Range: 'bytes=0-0,2-2' }],
      [304, { 'If-None-Match': '*' }],
      [412, { 'If-Match': '"other"' }],
      [416, { Range: 'bytes=99-' }],
    ] as const;
    const fixture = await DescriptionFixture.set(service);
    const { headers } = await CALLERS.user(fixture);
    const path = { id: await fixture.document() };
    for (const [status, condition] of asked) {
      const answer = await described.call(operation, { path, headers: { ...headers, ...condition } });
      assert.equal(answer.status, status);
      described.check(operation, answer);
    }
  });
});
