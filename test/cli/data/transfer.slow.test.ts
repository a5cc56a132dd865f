import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';

describe('dms import and dms export at a terminal', () => {
  let service: ServiceProcess;

  before(async () => {
    service = await ServiceProcess.start({ isReading: false });
    await service.createAdmin('anna', 'a long enough password');
    await mkdir(join(service.directory, 'in'));
    await writeFile(join(service.directory, 'in', 'plan.txt'), 'plan');
    await symlink('plan.txt', join(service.directory, 'in', 'link'));
  });
  after(() => service.dispose());

  async function run(code: number, ...args: string[]): Promise<Finished> {
    const finished = await dms(args, { cwd: service.directory });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  it('say what they did, and end with 0 if only links were left out', async () => {
    const { stdout } = await run(0, 'import', 'in', '/Office', '--as', 'anna');
    assert.equal(
      stdout,
      'imported 1 file (4 B) into /Office: 1 new document, 0 new versions; the rest already existed\n' +
        'ignored: link: a symbolic link\n',
    );
    const exported = await run(0, 'export', '/Office', 'out');
    assert.equal(exported.stdout, 'exported 1 document (4 B) to out, 1 file written\n');
  });

  it('end with 1 if something is missing, which they name in one line without control characters', async () => {
    await writeFile(join(service.directory, 'in', 'two\nlines\u009b31m'), '');
    const { stdout, stderr } = await run(1, 'import', 'in', 'anna:/', '--as', 'anna');
    assert.match(
      stdout,
      /\nnot imported: two\\u000alines\\u009b31m: its name must not contain control characters\n$/,
    );
    assert.match(stderr, /^dms: not imported: 1 file or folder$/m);
    await run(0, 'export', 'anna:/', 'out2');
    await writeFile(join(service.directory, 'out2', 'plan.txt'), 'of somebody');
    const exported = await run(1, 'export', 'anna:/', 'out2');
    assert.match(
      exported.stdout,
      /\nnot exported: anna:\/plan\.txt: an existing file has a content that is not in dms/,
    );
  });

  it('say what is wrong with what they were given', async () => {
    assert.match((await run(2, 'export', 'Office', 'out')).stderr, /"Office" is not a path such as \/Office/);
    assert.match((await run(2, 'import', 'in', '/Office')).stderr, /--as <login>/);
    assert.match((await run(1, 'import', 'in', '/Office', '--as', 'bob')).stderr, /no user "bob"/);
    assert.match(
      (await run(1, 'import', 'none', '/Office', '--as', 'anna')).stderr,
      /DIR: must be a directory/,
    );
  });

  it('name a missing folder or user in a fragment, and the home that a path without a login means', async () => {
    await mkdir(join(service.directory, 'leases'));
    await run(0, 'import', 'leases', 'anna:/Leases', '--as', 'anna');
    for (const [path, message] of [
      ['/None', 'there is no folder /None'],
      ['anna:/None', 'there is no folder anna:/None'],
      ['/Leases', 'there is no folder /Leases; did you mean anna:/Leases?'],
      ['bob:/None', 'there is no user "bob"'],
    ] as const)
      assert.equal((await run(1, 'export', path, 'out3')).stderr, `dms: ${message}\n`);
    await run(0, 'backup', 'backup');
    const restore = ['restore', 'backup', '--into', 'anna:/', '--as'];
    for (const [login, path, message] of [
      ['anna', '/Leases', 'the backup does not contain /Leases; did you mean anna:/Leases?'],
      ['anna', 'anna:/None', 'the backup does not contain anna:/None'],
      ['bob', 'anna:/Leases', 'there is no user "bob"'],
    ] as const)
      assert.equal((await run(1, ...restore, login, '--only', path)).stderr, `dms: ${message}\n`);
  });
});
