import assert from 'node:assert/strict';
import { hrefs, propertyUpdate } from '../../webdav/client.ts';
import type { Office, Section } from './office.ts';

/** A new document of ann's, as a path of the drive. */
async function put(office: Office, content = 'content'): Promise<string> {
  const path = `/${office.name()}`;
  await office.drive.expect(201, 'PUT', path, { body: content });
  return path;
}

async function idOf({ anns }: Office, path: string): Promise<number> {
  const { body } = await anns.get('/folders/0/contents?per_page=200').expect(200);
  return body.data.find(({ name }: { name: string }) => `/${name}` === path).id;
}

const states: Section = {
  title: 'States and transitions',
  rows: [
    [
      'unlocked | `LOCK` | resource reachable by the user | locked | resource is held for editing',
      async (office) => {
        const path = await put(office);
        await office.drive.lock(path);
        const locked = await office.drive.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
        assert.match(locked.text, /<D:activelock>/);
        await office.drive.expect(423, 'PUT', path, { body: 'other' });
      },
    ],
    [
      'locked | `UNLOCK` | none shown | unlocked | the lock is released',
      async (office) => {
        const path = await put(office);
        const token = await office.drive.lock(path);
        await office.drive.expect(204, 'UNLOCK', path, { headers: { 'Lock-Token': `<${token}>` } });
        await office.drive.expect(204, 'PUT', path, { body: 'other' });
      },
    ],
  ],
};

const methods: Section = {
  title: 'WebDAV (at /webdav)',
  rows: [
    [
      'List directory | PROPFIND | folder contents and file properties',
      async (office) => {
        const path = await put(office);
        const { text } = await office.drive.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
        assert.ok(hrefs(text).includes(`/webdav${path}`));
        assert.match(text, /<D:getcontentlength>7<\/D:getcontentlength>/);
      },
    ],
    [
      'Get properties | PROPFIND | metadata and properties',
      async (office) => {
        const path = await put(office);
        const { text } = await office.drive.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
        for (const name of ['getetag', 'getlastmodified', 'getcontenttype', 'creationdate'])
          assert.match(text, new RegExp(`<D:${name}>[^<]+</D:${name}>`));
      },
    ],
    [
      'Download | GET | file content',
      async (office) => {
        const path = await put(office);
        assert.equal((await office.drive.expect(200, 'GET', path)).text, 'content');
      },
    ],
    [
      'Upload | PUT | create a file, or update it (new version when the name exists)',
      async (office) => {
        const path = await put(office);
        await office.drive.expect(204, 'PUT', path, { body: 'changed' });
        const { body } = await office.anns.get(`/documents/${await idOf(office, path)}`).expect(200);
        assert.equal(body.data.version, 2);
      },
    ],
    [
      'Create folder | MKCOL | new directory',
      async (office) => {
        const path = `/${office.name()}/`;
        await office.drive.expect(201, 'MKCOL', path);
        const { text } = await office.drive.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
        assert.match(text, /<D:resourcetype><D:collection\/><\/D:resourcetype>/);
      },
    ],
    [
      'Delete | DELETE | remove file or folder',
      async (office) => {
        const folder = `/${office.name()}/`;
        await office.drive.expect(201, 'MKCOL', folder);
        for (const path of [await put(office), folder]) {
          await office.drive.expect(204, 'DELETE', path);
          await office.drive.expect(404, 'GET', path);
        }
      },
    ],
    [
      'Move or rename | MOVE | move or rename file or folder',
      async (office) => {
        const folder = `/${office.name()}/`;
        await office.drive.expect(201, 'MKCOL', folder);
        const path = await put(office);
        const target = `${folder}moved.txt`;
        await office.drive.expect(201, 'MOVE', path, { headers: { Destination: office.drive.at(target) } });
        const renamed = `/${office.name()}/`;
        await office.drive.expect(201, 'MOVE', folder, {
          headers: { Destination: office.drive.at(renamed) },
        });
        assert.equal((await office.drive.expect(200, 'GET', `${renamed}moved.txt`)).text, 'content');
        await office.drive.expect(404, 'GET', path);
      },
    ],
    [
      'Copy | COPY | duplicate file or folder',
      async (office) => {
        const path = await put(office);
        const copy = `/${office.name()}`;
        await office.drive.expect(201, 'COPY', path, { headers: { Destination: office.drive.at(copy) } });
        for (const either of [path, copy])
          assert.equal((await office.drive.expect(200, 'GET', either)).text, 'content');
      },
    ],
    [
      'Set properties | PROPPATCH | update file or folder properties',
      async (office) => {
        const path = await put(office);
        const body = propertyUpdate('<D:set><D:prop><x:colour>red</x:colour></D:prop></D:set>');
        await office.drive.expect(207, 'PROPPATCH', path, { body });
        const { data } = (
          await office.anns.get(`/documents/${await idOf(office, path)}/metadata`).expect(200)
        ).body;
        assert.deepEqual([data.properties[0].namespace, data.properties[0].name], ['urn:x', 'colour']);
      },
    ],
    [
      'Lock | LOCK | lock resource for editing',
      async (office) => {
        const path = await put(office);
        await office.drive.lock(path);
        assert.notEqual(
          (await office.anns.get(`/documents/${await idOf(office, path)}`).expect(200)).body.data.locked,
          null,
        );
      },
    ],
    [
      'Unlock | UNLOCK | release lock',
      async (office) => {
        const path = await put(office);
        const token = await office.drive.lock(path);
        await office.drive.expect(204, 'UNLOCK', path, { headers: { 'Lock-Token': `<${token}>` } });
        assert.equal(
          (await office.anns.get(`/documents/${await idOf(office, path)}`).expect(200)).body.data.locked,
          null,
        );
      },
    ],
  ],
};

/** Shares a new folder of ann's with bob. @returns its path on the drive of either */
async function sharedFolder(office: Office, permissions: number): Promise<string> {
  const name = office.name();
  const { id } = await office.anns.folder(name);
  await office.anns.post('/shares', { folder_id: id, users: ['bob'], permissions }).expect(201);
  return `/${name}/`;
}

const rules: Section = {
  title: 'WebDAV rules',
  rows: [
    [
      "Shared folders appear in the root directory. System shares are reachable according to the user's permissions.",
      async (office) => {
        const shared = await sharedFolder(office, 1);
        const [open, closed] = [office.name(), office.name()];
        for (const name of [open, closed]) {
          const { body } = await office.admin.post('/folders', { system: true, name }).expect(201);
          if (name === closed) continue;
          const grant = { folder_id: body.data.id, users: ['bob'], permissions: 1 };
          await office.admin.post('/shares', grant).expect(201);
        }
        const { text } = await office.bobsDrive.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
        const seen = hrefs(text);
        assert.ok(seen.includes(`/webdav${shared}`) && seen.includes(`/webdav/${open}/`));
        assert.ok(!seen.includes(`/webdav/${closed}/`));
        await office.bobsDrive.expect(404, 'PROPFIND', `/${closed}/`, { headers: { Depth: '0' } });
      },
    ],
    [
      'Uploading a file whose name already exists in the folder creates a new version entry and keeps the previous content.',
      async (office) => {
        const path = await put(office);
        await office.drive.expect(204, 'PUT', path, { body: 'changed' });
        const id = await idOf(office, path);
        assert.equal((await office.anns.get(`/documents/${id}/versions`).expect(200)).body.meta.total, 2);
        assert.equal(
          (await office.anns.get(`/documents/${id}/versions/1/download`).expect(200)).text,
          'content',
        );
      },
    ],
    [
      'Thumbnails of uploaded files are generated asynchronously after upload.',
      async (office) => {
        const id = await idOf(office, await put(office));
        const { thumbnail } = (await office.anns.get(`/documents/${id}`).expect(200)).body.data;
        assert.ok(['ready', 'pending', 'none'].includes(thumbnail));
      },
    ],
    [
      'Not available over WebDAV: setting document title and comments, sharing, full-text search.',
      async (office) => {
        const path = await put(office);
        const body = propertyUpdate(
          '<D:set><D:prop><D:displayname>T</D:displayname><x:title>T</x:title><x:comments>C</x:comments></D:prop></D:set>',
        );
        await office.drive.ask('PROPPATCH', path, { body });
        const { data } = (await office.anns.get(`/documents/${await idOf(office, path)}`).expect(200)).body;
        assert.deepEqual([data.title, data.comments], [path.slice(1, -'.txt'.length), '']);
        for (const method of ['SEARCH', 'ACL', 'REPORT']) {
          const { status } = await office.drive.ask(method, path);
          assert.ok(status === 405 || status === 501, `${method} answered ${status}`);
        }
      },
    ],
    [
      'A WebDAV write operation on a read-only folder is rejected with 403.',
      async (office) => {
        const shared = await sharedFolder(office, 1);
        await office.bobsDrive.expect(403, 'PUT', `${shared}new.txt`, { body: 'x' });
        await office.bobsDrive.expect(403, 'MKCOL', `${shared}new/`);
      },
    ],
  ],
};

export const drive: readonly Section[] = [states, methods, rules];
