import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { run, ServiceProcess } from '../../support/process.ts';
import { waiter } from '../../support/until.ts';

const PASSWORD = 'a long enough password';
const CUT = 28;

describe('a download that the client cuts off', function () {
  needs(this, 'curl');
  let service: ServiceProcess;
  let token: string;
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-cut-'));
    service = await ServiceProcess.start({ isReading: false });
    ({ token } = await service.createAdmin('anna', PASSWORD));
    const body = randomBytes(50_000_000);
    const headers = { authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}` };
    const put = await fetch(`${service.url}/webdav/large.bin`, { method: 'PUT', headers, body });
    assert.equal(put.status, 201);
  });
  after(async () => {
    await service.dispose();
    await rm(directory, { recursive: true });
  });

  /** Reads 5 MB a second, so that the service waits with a write under way, and ends after a second. */
  async function cut(...args: readonly string[]): Promise<void> {
    const slowly = ['--silent', '--limit-rate', '5M', '--max-time', '1', '--output', '/dev/null'];
    const { code } = await run('curl', [...slowly, ...args], { cwd: directory });
    assert.equal(code, CUT);
  }

  it('is no error of the service, over WebDAV and REST', async () => {
    const listing = await fetch(`${service.url}/api/folders/0/contents`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data }: { data: { id: number }[] } = JSON.parse(await listing.text());
    const answered = service.log.split('"aborted":true').length;
    await Promise.all([
      cut('--user', `anna:${PASSWORD}`, `${service.url}/webdav/large.bin`),
      cut('--oauth2-bearer', token, `${service.url}/api/documents/${data[0]?.id ?? 0}/download`),
    ]);
    await waiter(() => service.log)(() => service.log.split('"aborted":true').length === answered + 2);
    assert.doesNotMatch(service.log, /"level":"(?:error|fatal)"/);
  });
});
