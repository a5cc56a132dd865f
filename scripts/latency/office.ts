import { basic, Caller } from './caller.ts';
import { ADMIN, type Server } from './server.ts';

/** The waiting user, and the user who puts load on the server. */
export const BEN = { login: 'ben', password: 'the secret of ben' };
export const MALLORY = { login: 'mallory', password: 'the secret of mallory' };

const DOCUMENTS_IN_FOLDER = 200;

/** Access tokens of both users. */
export interface Office {
  readonly tokens: { readonly ben: string; readonly mallory: string };
}

/**
 * Fills a new server: the document of the waiting user, and folders of 200 documents of the other user.
 * @param folders number of folders with 200 documents each
 */
export async function makeOffice(server: Server, folders: number): Promise<Office> {
  const guest = new Caller(server.port, undefined, '127.0.0.1');
  const signIn = await guest.json('POST', '/login', ADMIN);
  guest.close();
  const cookie = String(signIn.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
  const admin = new Caller(server.port, undefined, '127.0.0.1');
  const tokens: Record<string, string> = {};
  for (const { login, password } of [BEN, MALLORY]) {
    const user = { name: login, email: `${login}@example.org`, login, password };
    await admin.must('POST', '/api/users', { headers, body: JSON.stringify(user) });
    const dav = new Caller(server.port, basic(login, password), '127.0.0.1');
    await dav.must('PUT', '/webdav/plan.txt', { body: 'plan' });
    dav.close();
    tokens[login] = await tokenOf(server, login, password);
  }
  admin.close();
  const mallory = new Caller(server.port, basic(MALLORY.login, tokens['mallory'] ?? ''), '127.0.0.1');
  await mallory.must('MKCOL', '/webdav/folder-0');
  for (let number = 0; number < DOCUMENTS_IN_FOLDER; number += 1) {
    const name = `file%20${String(number)}%20finance%20report%20for%20friends.txt`;
    await mallory.must('PUT', `/webdav/folder-0/${name}`, { body: `content ${String(number)}` });
  }
  for (let number = 1; number < folders; number += 1) {
    const destination = `http://127.0.0.1:${String(server.port)}/webdav/folder-${String(number)}`;
    await mallory.must('COPY', '/webdav/folder-0', { headers: { Destination: destination } });
  }
  mallory.close();
  return { tokens: { ben: tokens['ben'] ?? '', mallory: tokens['mallory'] ?? '' } };
}

async function tokenOf(server: Server, login: string, password: string): Promise<string> {
  const guest = new Caller(server.port, undefined, '127.0.0.1');
  const { headers } = await guest.json('POST', '/login', { login, password });
  const cookie = String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const answer = await guest.must('POST', '/api/account/tokens', {
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'waits', scopes: ['read', 'write', 'webdav'] }),
  });
  guest.close();
  return /"token":"([^"]+)"/.exec(answer.text)?.[1] ?? '';
}
