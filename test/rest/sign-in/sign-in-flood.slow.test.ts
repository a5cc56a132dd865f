import assert from 'node:assert/strict';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { ServiceProcess } from '../../support/process.ts';
import { basic } from '../../webdav/client.ts';

const PASSWORD = 'a long enough password';
const FLOOD = 200;
const LISTINGS = 25;

/** How many answers there were of each status. */
type Tally = Readonly<Record<number, number>>;

describe('a flood of wrong passwords', () => {
  let service: ServiceProcess;
  let token: string;

  before(async () => {
    service = await ServiceProcess.start();
    for (const login of ['anna', 'bert']) ({ token } = await service.createAdmin(login, PASSWORD));
  });
  after(() => service.dispose());

  /** Sends a request from an address of its own: all of 127.0.0.0/8 is this machine. */
  function send(path: string, options: RequestOptions, body = ''): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(`${service.url}${path}`, { agent: false, ...options }, (response) => {
        response
          .resume()
          .once('error', reject)
          .once('end', () => resolve(response));
      });
      sent.once('error', reject).end(body);
    });
  }

  function login(name: string, password: string, localAddress = '127.0.0.1'): Promise<IncomingMessage> {
    const headers = { 'Content-Type': 'application/json' };
    return send(
      '/api/login',
      { method: 'POST', headers, localAddress },
      JSON.stringify({ login: name, password }),
    );
  }

  function mount(name: string, password: string, localAddress = '127.0.0.1'): Promise<IncomingMessage> {
    return send('/webdav/', { headers: { Authorization: basic(name, password) }, localAddress });
  }

  async function flood(attempt: (index: number) => Promise<IncomingMessage>): Promise<Tally> {
    const answers = await Promise.all(Array.from({ length: FLOOD }, (_, index) => attempt(index)));
    const tally: Record<number, number> = {};
    for (const { statusCode = 0, headers } of answers) {
      tally[statusCode] = (tally[statusCode] ?? 0) + 1;
      if (statusCode === 429) assert.ok(Number(headers['retry-after']) > 0);
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

  it('from many addresses does not hold up a user who lists folders: he is done long before it is', async () => {
    let isOver = false;
    const address = (index: number) => `127.0.1.${index + 1}`;
    const flooded = flood((index) => login(`nobody-${index}`, 'wrong password', address(index))).then(
      (tally) => {
        isOver = true;
        return tally;
      },
    );
    for (let count = 0; count < LISTINGS; count += 1) await list();
    assert.equal(isOver, false);
    const { 401: tried = 0, 429: turnedAway = 0, ...others } = await flooded;
    assert.deepEqual(others, {});
    assert.equal(tried + turnedAway, FLOOD);
    // One runs and 17 wait; a few more come when some are through.
    assert.ok(tried >= 18, `${tried} were tried`);
    assert.ok(turnedAway > FLOOD / 2, `${turnedAway} were turned away`);
  });

  it('from one address does not keep others from signing in for the first time, nor end a mounted drive', async () => {
    const attacker = '127.0.0.2';
    const over = new AbortController();
    assert.equal((await mount('anna', PASSWORD)).statusCode, 200);
    const flooded = (async () => {
      const tallies: Tally[] = [];
      for (let round = 0; round < 3; round += 1)
        tallies.push(
          await flood((index) =>
            (index % 2 ? login : mount)(`nobody-${round}-${index}`, 'wrong password', attacker),
          ),
        );
      over.abort();
      return tallies;
    })();
    const refusals: (number | undefined)[] = [];
    for (let count = 0; !over.signal.aborted; count += 1) {
      const answers = [
        await login('bert', PASSWORD, `127.0.2.${(count % 250) + 1}`),
        await mount('anna', PASSWORD),
      ];
      refusals.push(...answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200));
    }
    assert.deepEqual(refusals, []);
    const tried = (await flooded).map((tally) => tally[401] ?? 0);
    assert.ok(tried.reduce((sum, count) => sum + count) <= 50, `${tried.join(', ')} were tried`);
  });

  it('gets five tries at one login, over REST and WebDAV together', async () => {
    const attempt = (index: number) =>
      (index % 2 ? login : mount)('anna', `wrong password ${index}`, '127.0.0.3');
    const tally: Record<number, number> = {};
    while ((tally[429] ?? 0) < 3) {
      const { statusCode = 0 } = await attempt(Object.values(tally).length + (tally[401] ?? 0));
      tally[statusCode] = (tally[statusCode] ?? 0) + 1;
    }
    assert.deepEqual(tally, { 401: 5, 429: 3 });
    assert.deepEqual(await flood(attempt), { 429: FLOOD });
    assert.equal((await login('anna', PASSWORD, '127.0.0.3')).statusCode, 429);
    assert.equal((await mount('anna', PASSWORD, '127.0.0.3')).statusCode, 429);
    assert.equal((await login('bert', PASSWORD, '127.0.0.3')).statusCode, 200);
  });
});
