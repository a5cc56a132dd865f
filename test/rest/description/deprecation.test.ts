import assert from 'node:assert/strict';
import express from 'express';
import request from 'supertest';
import { createLogger } from '../../../src/log.ts';
import { createRequestContext } from '../../../src/rest/http/access-log.ts';
import { errorHandler } from '../../../src/rest/http/error-response.ts';
import { dataOf, recordId, sendData } from '../../../src/rest/http/responses.ts';
import { openApi } from '../../../src/rest/openapi/openapi-document.ts';
import type { Route } from '../../../src/rest/operation/operation.ts';
import { type Deprecation, operation } from '../../../src/rest/operation/operation.ts';
import { routerOf } from '../../../src/rest/router.ts';

/** A route of which this is said. */
function routeWith(caller: Route[2], deprecation?: Deprecation): Route {
  const old = operation({
    summary: 'Do it the old way',
    responses: { 200: dataOf(recordId) },
    handle: (_req, res) => sendData(res, 1),
    ...(deprecation === undefined ? {} : { deprecation }),
  });
  return ['GET', '/old', caller, old];
}

function ask(route: Route) {
  const log = createLogger({ level: 'silent', format: 'json' });
  const app = express().use(
    createRequestContext(log, () => null),
    routerOf([route], () => undefined),
    errorHandler,
  );
  return request(app).get('/old');
}

describe('a deprecated operation', () => {
  const ending = { since: '2026-01-31', sunset: '2027-01-31', link: 'https://example.org/old' };

  it('says since when, until when, and where to read on (RFC 9745, RFC 8594)', async () => {
    const response = await ask(routeWith('guest', ending)).expect(200);
    assert.equal(response.get('Deprecation'), `@${Date.UTC(2026, 0, 31) / 1000}`);
    assert.equal(response.get('Sunset'), 'Sun, 31 Jan 2027 00:00:00 GMT');
    assert.equal(response.get('Link'), '<https://example.org/old>; rel="deprecation"; type="text/html"');
  });

  it('says so to those whom it refuses, too', async () => {
    const response = await ask(routeWith('user', ending)).expect(401);
    assert.equal(response.get('Deprecation'), `@${Date.UTC(2026, 0, 31) / 1000}`);
  });

  it('does not say when it ends before that is known', async () => {
    const response = await ask(routeWith('guest', { since: '2026-01-31' })).expect(200);
    assert.deepEqual([response.get('Sunset'), response.get('Link')], [undefined, undefined]);
  });

  it('is described as such, with its headers', () => {
    const { paths } = openApi({ Old: [routeWith('guest', ending)] }, null);
    const described = paths['/old']?.['get'];
    assert.equal(described?.deprecated, true);
    const done = described.responses['200'];
    assert.ok(done && 'headers' in done && 'Deprecation' in done.headers && 'Sunset' in done.headers);
  });
});

it('an operation that is not deprecated says nothing', async () => {
  const route = routeWith('guest');
  assert.equal((await ask(route).expect(200)).get('Deprecation'), undefined);
  assert.equal(openApi({ New: [route] }, null).paths['/old']?.['get']?.deprecated, undefined);
});
