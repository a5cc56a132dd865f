/** Would catch: a group that the command line changes and the running service does not notice. */
import assert from 'node:assert/strict';
import { Browser } from '../../rest/browser.ts';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';

const PASSWORD = 'a long enough password';

describe('dms group', () => {
  let service: ServiceProcess;
  let anna: Browser;
  let bert: Browser;
  let folder: { id: number };

  before(async () => {
    service = await ServiceProcess.start();
    await service.createAdmin('anna', PASSWORD);
    anna = new Browser(service);
    await anna.signIn({ login: 'anna', password: PASSWORD });
    const account = { login: 'bert', name: 'Bert B', email: 'bert@example.org', password: PASSWORD };
    await anna.post('/users', account).expect(201);
    bert = new Browser(service);
    await bert.signIn({ login: 'bert', password: PASSWORD });
    folder = (await anna.post('/folders', { folder_id: 0, name: 'Plans' }).expect(201)).body.data;
  });
  after(() => service.dispose());

  async function group(code: number, ...args: string[]): Promise<Finished> {
    const finished = await dms(['group', ...args], { cwd: service.directory });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  const json = async (...args: string[]) => JSON.parse((await group(0, ...args, '--json')).stdout);

  it('adds groups and members while the service runs, and removes them', async () => {
    assert.match((await group(0, 'list')).stdout, /there are no groups/);
    assert.match((await group(0, 'add', 'Accounting')).stdout, /Accounting: added, 0 members/);
    const share = { folder_id: folder.id, groups: ['Accounting'], permissions: 1 };
    await anna.post('/shares', share).expect(201);
    await bert.get(`/folders/${folder.id}`).expect(404);

    assert.match((await group(0, 'add', 'accounting', 'BERT')).stdout, /Accounting: changed, 1 member\n/);
    await bert.get(`/folders/${folder.id}`).expect(200);
    const [listed] = (await json('list')).groups;
    assert.deepEqual([listed.name, listed.members], ['Accounting', 1]);
    const { members } = await json('members', 'Accounting');
    assert.deepEqual(
      members.map((one: { login: string; is_disabled: boolean }) => [one.login, one.is_disabled]),
      [['bert', false]],
    );
    assert.match((await group(0, 'members', 'Accounting')).stdout, /bert +Bert B +enabled/);

    await group(0, 'remove', 'Accounting', 'bert');
    await bert.get(`/folders/${folder.id}`).expect(404);
    await group(0, 'add', 'Accounting', 'bert');
    await group(0, 'remove', 'Accounting', '--all');
    await bert.get(`/folders/${folder.id}`).expect(404);
    assert.deepEqual((await json('list')).groups, []);
  });

  it('changes nothing if a name is unknown, or it is not said what is meant', async () => {
    await group(0, 'add', 'Sales', 'anna');
    for (const args of [
      ['members', 'Nobody'],
      ['add', 'Sales', 'bert', 'nobody'],
      ['remove', 'Sales', 'anna', 'bert'],
      ['remove', 'Nobody', '--all'],
    ])
      assert.notEqual((await group(1, ...args)).stderr, '', args.join(' '));
    for (const args of [
      [],
      ['add'],
      ['remove', 'Sales'],
      ['remove', 'Sales', 'anna', '--all'],
      ['list', 'all'],
    ])
      await group(2, ...args);
    assert.deepEqual(
      (await json('members', 'Sales')).members.map(({ login }: { login: string }) => login),
      ['anna'],
    );
  });
});
