import assert from 'node:assert/strict';
import { ServiceProcess } from '../../support/process.ts';

const SIZE = 96 * 2 ** 20;
/** What an upload may leave behind. Pieces that are left to the garbage collector are 9 to 23 MiB. */
const LEFT = 6 * 2 ** 20;

describe('a large upload', () => {
  let service: ServiceProcess;
  let basic: string;
  let bearer: string;

  // A new one for each test: what another upload has left behind would hide what this one takes.
  beforeEach(async () => {
    service = await ServiceProcess.start();
    const { login, token } = await service.createAdmin('anna', 'a long enough password');
    basic = `Basic ${Buffer.from(`${login}:${token}`).toString('base64')}`;
    bearer = `Bearer ${token}`;
  });

  afterEach(() => service.dispose());

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Uint8Array | FormData,
  ) {
    const response = await fetch(service.url + path, { method, headers, body });
    assert.ok(response.ok, await response.text());
    return response;
  }

  const ways = {
    'through the drive': (bytes: number) =>
      send('PUT', `/webdav/drive-${String(bytes)}.bin`, { Authorization: basic }, new Uint8Array(bytes)),
    'by a form': async (bytes: number) => {
      const form = new FormData();
      form.set('folder_id', '0');
      form.set('file', new Blob([new Uint8Array(bytes).fill(1)]), `form-${String(bytes)}.bin`);
      await send('POST', '/api/documents/upload', { Authorization: bearer }, form);
    },
    'in parts': async (bytes: number) => {
      const tus = { Authorization: bearer, 'Tus-Resumable': '1.0.0' };
      const metadata = `filename ${Buffer.from(`parts-${String(bytes)}.bin`).toString('base64')}`;
      const plan = { ...tus, 'Upload-Length': String(bytes), 'Upload-Metadata': metadata };
      const { headers } = await send('POST', '/api/uploads', plan, new Uint8Array());
      const { pathname } = new URL(headers.get('Location') ?? '', service.url);
      const part = { ...tus, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
      await send('PATCH', pathname, part, new Uint8Array(bytes).fill(2));
    },
  };

  for (const [name, upload] of Object.entries(ways))
    it(`${name} leaves little memory behind`, async () => {
      // What the first one of its kind loads and compiles stays.
      await upload(2 ** 20);
      const before = service.ownMemory();
      await upload(SIZE);
      const left = service.ownMemory() - before;
      assert.ok(left < LEFT, `${Math.round(left / 2 ** 20)} MiB are left`);
    });
});
