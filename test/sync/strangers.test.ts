// Would catch: a request of anybody that occupies the service for as long as its author likes.
import assert from 'node:assert/strict';
import { deviceNameOf } from '../../src/sync/device-name.ts';
import { type Service, startService } from '../support/service.ts';
import { ask } from './client.ts';

/** About as many characters as the header of a request may have. */
const LONG = 15_000;
const MOST_MS = 60;

describe('long requests of strangers', () => {
  let service: Service;
  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('do not take longer with slashes in the path of OCS', async () => {
    const durations: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const begun = performance.now();
      assert.equal((await ask(service, `/ocs/v1.php/core${'/'.repeat(LONG)}x`)).status, 404);
      durations.push(performance.now() - begun);
    }
    // The shortest one does not depend on what else the machine does.
    assert.ok(Math.min(...durations) < MOST_MS, String(durations));
    assert.equal((await ask(service, `/ocs/v1.php/cloud/capabilities${'/'.repeat(LONG)}`)).status, 200);
    assert.equal((await ask(service, `/ocs/v2.php/${'/'.repeat(LONG)}`)).status, 404);
  });

  it('do not take longer with the names of programs in User-Agent', () => {
    const begun = performance.now();
    deviceNameOf('mirall/'.repeat(2 * LONG));
    assert.ok(performance.now() - begun < MOST_MS);
  });
});
