// Would catch: an incident that the command line lifts and the running service does not notice.
import assert from 'node:assert/strict';
import { Browser } from '../../rest/browser.ts';
import { ringFor } from '../../support/alarm.ts';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';
import { withDms } from '../../support/service.ts';

const PASSWORD = 'a long enough password';

describe('dms alarm', () => {
  let service: ServiceProcess;
  let boss: Browser;

  before(async () => {
    service = await ServiceProcess.start({ isReading: false });
    await service.createAdmin('boss', PASSWORD);
    boss = new Browser(service);
    await boss.signIn({ login: 'boss', password: PASSWORD });
  });
  after(() => service.dispose());

  async function alarm(code: number, ...args: string[]): Promise<Finished> {
    const finished = await dms(['alarm', ...args], { cwd: service.directory });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  const json = async (...args: string[]) => JSON.parse((await alarm(0, ...args, '--json')).stdout);
  const folder = (name: string) => boss.post('/folders', { folder_id: 0, name });

  it('lists and lifts incidents while the service runs, also the own one', async () => {
    assert.match((await alarm(0, 'list')).stdout, /there are no open incidents/);
    const { id: userId } = (await boss.get('/account').expect(200)).body.data;
    const id = await withDms(service.dataDirectory, (core) => ringFor(core, userId, 'pause'));
    await folder('one').expect(403);
    await boss.post(`/incidents/${String(id)}/lift`).expect(403);
    assert.match((await alarm(0, 'list')).stdout, /boss +overwrites +30 +2026-01-31T12:00:00.000Z +pause/);
    const [listed] = (await json('list')).incidents;
    assert.deepEqual([listed.id, listed.user.login, listed.lifted_at], [id, 'boss', null]);

    assert.match((await alarm(0, 'lift', 'BOSS')).stdout, /lifted incident \d+ of boss/);
    await folder('one').expect(201);
    assert.match((await alarm(1, 'lift', 'boss')).stderr, /"boss" has no open incident/);
    assert.equal((await json('lift', String(id))).lifted_by, 'command line');
    await alarm(1, 'lift', '999');
    assert.deepEqual((await json('list')).incidents, []);
    assert.equal((await json('list', '--all')).incidents[0].id, id);
  });
});
