import { encoded } from '../scale/office/places.ts';
import { companyName } from '../scale/office/vocabulary.ts';
import type { Clerk } from './clerk.ts';

type Work = (clerk: Clerk) => Promise<unknown>;

const DEPTH_ONE = { headers: { Depth: '1' } };
const LOCK =
  '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>';

async function edit(clerk: Clerk): Promise<void> {
  const slot = await clerk.filled();
  const path = clerk.slotPath(slot);
  const { headers } = await clerk.drive.must('LOCK', path, { headers: { Timeout: 'Second-60' }, body: LOCK });
  const token = String(headers['lock-token']);
  await clerk.drive.must('PUT', path, { headers: { If: `(${token})` }, body: clerk.content(slot) });
  await clerk.drive.must('UNLOCK', path, { headers: { 'Lock-Token': token } });
}

async function transfer(clerk: Clerk, method: 'MOVE' | 'COPY'): Promise<void> {
  const to = await clerk.empty();
  const from = await clerk.filled();
  // `empty` and `filled` may have changed the other's slot.
  if (from === to || clerk.stored.has(to)) return;
  const headers = { Destination: clerk.slotPath(to), Overwrite: 'F' };
  await clerk.drive.must(method, clerk.slotPath(from), { headers });
  if (method === 'MOVE') clerk.noteMoved(from, to);
  else clerk.noteStored(to);
}

/** A large file is stored, replaced, read and purged, so that nothing of it stays. */
async function large(clerk: Clerk): Promise<void> {
  const path = `${clerk.deskPath()}/Film.bin`;
  await clerk.drive.must('PUT', path, { body: clerk.largeContent() });
  await clerk.drive.must('PUT', path, { body: clerk.largeContent() });
  await clerk.drive.must('GET', path);
  await clerk.drive.must('GET', path, { headers: { Range: 'bytes=500000-565535' } });
  const id = String(await clerk.idOf('/Schreibtisch/Film.bin'));
  await clerk.rest.must('DELETE', `/api/documents/${id}`);
  await clerk.rest.must('DELETE', `/api/trash/${id}`);
}

/** Uploads a file with a form, as the pages do for small files. */
async function form(clerk: Clerk): Promise<void> {
  const slot = 1 + clerk.random.below(9);
  const folder = await clerk.deskId();
  const part = (head: string): string => `--memory\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="folder_id"')}${String(folder)}\r\n`),
    Buffer.from(part(`name="file"; filename="Akte ${String(slot)}.txt"`)),
    clerk.content(slot),
    Buffer.from('\r\n--memory--\r\n'),
  ]);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=memory' };
  await clerk.rest.must('POST', '/api/documents/upload', { headers, body });
  clerk.noteStored(slot);
}

/** A resumable upload, which is cancelled after its first bytes. */
async function cancelled(clerk: Clerk): Promise<void> {
  const metadata = { filename: 'Halb.bin', folder_id: String(await clerk.deskId()) };
  const words = Object.entries(metadata).map(
    ([key, text]) => `${key} ${Buffer.from(text).toString('base64')}`,
  );
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': '1000000',
    'Upload-Metadata': words.join(','),
    'Content-Type': 'application/offset+octet-stream',
  };
  const { headers: answered } = await clerk.rest.must('POST', '/api/uploads', {
    headers,
    body: clerk.content(1),
  });
  const path = new URL(answered.location ?? '', 'http://127.0.0.1').pathname;
  await clerk.rest.must('DELETE', path, { headers: { 'Tus-Resumable': '1.0.0' } });
}

async function archive(clerk: Clerk): Promise<void> {
  const path = `/${clerk.folder().slice(0, -1).join('/')}`;
  const { text } = await clerk.rest.json('POST', '/archives', { ids: [await clerk.idOf(path)] });
  const [, url = ''] = /"url":"([^"]+)"/.exec(text) ?? [];
  await clerk.rest.must('GET', url);
}

/** The thumbnail is missing until it has been made, and while the slot of the picture is empty. */
async function thumbnail(clerk: Clerk): Promise<void> {
  if (!clerk.stored.has(0)) return;
  const id = await clerk.pictureId();
  await clerk.rest.ask('GET', `/api/documents/${String(id)}/thumbnail?size=256`);
}

function searched(clerk: Clerk): Promise<unknown> {
  const [word = ''] = companyName(clerk.random.below(1000)).split(' ');
  return clerk.rest.must('GET', `/api/folders/0/search?per_page=10&q=${encodeURIComponent(word)}`);
}

async function listed(clerk: Clerk): Promise<void> {
  const id = await clerk.idOf(`/${clerk.folder().join('/')}`);
  await clerk.rest.must('GET', `/api/folders/${String(id)}/contents?per_page=50`);
}

const read = (clerk: Clerk): Promise<unknown> => clerk.drive.must('GET', clerk.document());

/** What an office does: the weight of each kind of work, and its name. */
const WORK: readonly (readonly [number, string, Work])[] = [
  [
    22,
    'PROPFIND',
    (clerk) => {
      const names = clerk.folder();
      const path = encoded(names.slice(0, 1 + clerk.random.below(names.length)));
      return clerk.drive.must('PROPFIND', `/webdav/${path}/`, DEPTH_ONE);
    },
  ],
  [6, 'PROPFIND of the own folder', (clerk) => clerk.drive.must('PROPFIND', clerk.deskPath(), DEPTH_ONE)],
  [8, 'listing', listed],
  [10, 'GET', read],
  [4, 'range', (clerk) => clerk.drive.must('GET', clerk.document(), { headers: { Range: 'bytes=0-99' } })],
  [10, 'PUT', (clerk) => clerk.save()],
  [1, 'large file', large],
  [4, 'LOCK, PUT, UNLOCK', edit],
  [3, 'MOVE', (clerk) => transfer(clerk, 'MOVE')],
  [3, 'COPY', (clerk) => transfer(clerk, 'COPY')],
  [4, 'delete, purge', (clerk) => clerk.remove()],
  [2, 'restore', (clerk) => clerk.restore()],
  [3, 'search', searched],
  [2, 'thumbnail', thumbnail],
  [1, 'archive', archive],
  [2, 'form', form],
  [1, 'cancelled upload', cancelled],
  [2, 'events', (clerk) => clerk.listen()],
  [1, 'sign in and out', (clerk) => clerk.visit()],
  [3, 'activity', (clerk) => clerk.rest.must('GET', '/api/activity?per_page=20')],
];

const WEIGHT = WORK.reduce((total, [weight]) => total + weight, 0);

/** Picks a kind of work at random, by its weight. */
export function pickWork(clerk: Clerk): readonly [string, Work] {
  let point = clerk.random.below(WEIGHT);
  for (const [weight, name, work] of WORK) {
    point -= weight;
    if (point < 0) return [name, work];
  }
  throw new Error('the weights do not add up');
}
