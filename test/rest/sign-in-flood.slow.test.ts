import assert from 'node:assert/strict';
import { ServiceProcess } from '../support/process.ts';
import { basic } from '../webdav/client.ts';

const PASSWORD = 'a long enough password';
const FLOOD = 200;
const LISTINGS = 25;

/** How many answers there were of each status. */
type Tally = Readonly<Record<number, number>>;

describe('a flood of wrong passwords', function () {
  this.timeout(120_000);
  let service: ServiceProcess;
  let token: string;

  before(async () => {
    service = await ServiceProcess.start();
    for (const login of ['anna', 'bert']) ({ token } = await service.createAdmin(login, PASSWORD));
  });
  after(() => service.dispose());

  async function login(name: string, password: string): Promise<Response> {
    const response = await fetch(`${service.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login: name, password }),
    });
    await response.arrayBuffer();
    return response;
  }

  async function mount(name: string, password: string): Promise<Response> {
    const response = await fetch(`${service.url}/webdav/`, {
      headers: { Authorization: basic(name, password) },
    });
    await response.arrayBuffer();
    return response;
  }

  async function flood(attempt: (index: number) => Promise<Response>): Promise<Tally> {
    const answers = await Promise.all(Array.from({ length: FLOOD }, (_, index) => attempt(index)));
    const tally: Record<number, number> = {};
    for (const { status, headers } of answers) {
      tally[status] = (tally[status] ?? 0) + 1;
      if (status === 429) assert.ok(Number(headers.get('retry-after')) > 0);
    }
    return tally;
  }

  async function list(): Promise<void> {
    const response = await fetch(`${service.url}/api/folders/0/contents`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  }

  it('does not hold up a user who lists folders: he is done long before it is', async () => {
    let isOver = false;
    const flooded = flood((index) => login(`nobody-${index}`, 'wrong password')).then((tally) => {
      isOver = true;
      return tally;
    });
    for (let count = 0; count < LISTINGS; count += 1) await list();
    assert.equal(isOver, false);
    const { 401: tried = 0, 429: turnedAway = 0, ...others } = await flooded;
    assert.deepEqual(others, {});
    assert.equal(tried + turnedAway, FLOOD);
    // Two run and 32 wait; a few more come when some are through.
    assert.ok(tried >= 34, `${tried} were tried`);
    assert.ok(turnedAway > FLOOD / 2, `${turnedAway} were turned away`);
  });

  it('gets five tries at one login, over REST and WebDAV together', async () => {
    const tally = await flood((index) => (index % 2 ? login : mount)('anna', `wrong password ${index}`));
    assert.deepEqual(tally, { 401: 5, 429: FLOOD - 5 });
    assert.deepEqual(
      [(await login('anna', PASSWORD)).status, (await mount('anna', PASSWORD)).status],
      [429, 429],
    );
    assert.equal((await login('bert', PASSWORD)).status, 200);
  });
});
