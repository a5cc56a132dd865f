import assert from 'node:assert/strict';
import { hrefs, propertyUpdate } from '../../webdav/client.ts';
import type { Section, SpecificationFixture } from './fixture.ts';

/** Creates a document of Ann's. @returns its path on the drive */
async function put(fixture: SpecificationFixture, content = 'content'): Promise<string> {
  const path = `/${fixture.name()}`;
  await fixture.drive.expect(201, 'PUT', path, { body: content });
  return path;
}

async function idOf({ anns }: SpecificationFixture, path: string): Promise<number> {
  const { body } = await anns.get('/folders/0/contents?per_page=200').expect(200);
  return body.data.find(({ name }: { name: string }) => `/${name}` === path).id;
}

const states: Section = {
  title: 'States and transitions',
  rows: [
    [
      'unlocked | `LOCK` | resource reachable by the user | locked | resource is held for editing',
      async (fixture) => {
        const path = await put(fixture);
        await fixture.drive.lock(path);
        const locked = await fixture.drive.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
        assert.match(locked.text, /<d:activelock>/);
        await fixture.drive.expect(423, 'PUT', path, { body: 'other' });
      },
    ],
    [
      'locked | `UNLOCK` | none shown | unlocked | the lock is released',
      async (fixture) => {
        const path = await put(fixture);
        const token = await fixture.drive.lock(path);
        await fixture.drive.expect(204, 'UNLOCK', path, { headers: { 'Lock-Token': `<${token}>` } });
        await fixture.drive.expect(204, 'PUT', path, { body: 'other' });
      },
    ],
  ],
};

const methods: Section = {
  title: 'WebDAV (at /webdav)',
  rows: [
    [
      'List directory | PROPFIND | folder contents and file properties',
      async (fixture) => {
        const path = await put(fixture);
        const { text } = await fixture.drive.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
        assert.ok(hrefs(text).includes(`/webdav${path}`));
        assert.match(text, /<d:getcontentlength>7<\/d:getcontentlength>/);
      },
    ],
    [
      'Get properties | PROPFIND | metadata and properties',
      async (fixture) => {
        const path = await put(fixture);
        const { text } = await fixture.drive.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
        for (const name of ['getetag', 'getlastmodified', 'getcontenttype', 'creationdate'])
          assert.match(text, new RegExp(`<d:${name}>[^<]+</d:${name}>`));
      },
    ],
    [
      'Download | GET | file content',
      async (fixture) => {
        const path = await put(fixture);
        assert.equal((await fixture.drive.expect(200, 'GET', path)).text, 'content');
      },
    ],
    [
      'Upload | PUT | create a file, or update it (new version when the name exists)',
      async (fixture) => {
        const path = await put(fixture);
        await fixture.drive.expect(204, 'PUT', path, { body: 'changed' });
        const { body } = await fixture.anns.get(`/documents/${await idOf(fixture, path)}`).expect(200);
        assert.equal(body.data.version, 2);
      },
    ],
    [
      'Create folder | MKCOL | new directory',
      async (fixture) => {
        const path = `/${fixture.name()}/`;
        await fixture.drive.expect(201, 'MKCOL', path);
        const { text } = await fixture.drive.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
        assert.match(text, /<d:resourcetype><d:collection\/><\/d:resourcetype>/);
      },
    ],
    [
      'Delete | DELETE | remove file or folder',
      async (fixture) => {
        const folder = `/${fixture.name()}/`;
        await fixture.drive.expect(201, 'MKCOL', folder);
        for (const path of [await put(fixture), folder]) {
          await fixture.drive.expect(204, 'DELETE', path);
          await fixture.drive.expect(404, 'GET', path);
        }
      },
    ],
    [
      'Move or rename | MOVE | move or rename file or folder',
      async (fixture) => {
        const folder = `/${fixture.name()}/`;
        await fixture.drive.expect(201, 'MKCOL', folder);
        const path = await put(fixture);
        const target = `${folder}moved.txt`;
        await fixture.drive.expect(201, 'MOVE', path, { headers: { Destination: fixture.drive.at(target) } });
        const renamed = `/${fixture.name()}/`;
        await fixture.drive.expect(201, 'MOVE', folder, {
          headers: { Destination: fixture.drive.at(renamed) },
        });
        assert.equal((await fixture.drive.expect(200, 'GET', `${renamed}moved.txt`)).text, 'content');
        await fixture.drive.expect(404, 'GET', path);
      },
    ],
    [
      'Copy | COPY | duplicate file or folder',
      async (fixture) => {
        const path = await put(fixture);
        const copy = `/${fixture.name()}`;
        await fixture.drive.expect(201, 'COPY', path, { headers: { Destination: fixture.drive.at(copy) } });
        for (const either of [path, copy])
          assert.equal((await fixture.drive.expect(200, 'GET', either)).text, 'content');
      },
    ],
    [
      'Set properties | PROPPATCH | update file or folder properties',
      async (fixture) => {
        const path = await put(fixture);
        const body = propertyUpdate('<d:set><d:prop><x:colour>red</x:colour></d:prop></d:set>');
        await fixture.drive.expect(207, 'PROPPATCH', path, { body });
        const { data } = (
          await fixture.anns.get(`/documents/${await idOf(fixture, path)}/metadata`).expect(200)
        ).body;
        assert.deepEqual([data.properties[0].namespace, data.properties[0].name], ['urn:x', 'colour']);
      },
    ],
    [
      'Lock | LOCK | lock resource for editing',
      async (fixture) => {
        const path = await put(fixture);
        await fixture.drive.lock(path);
        assert.notEqual(
          (await fixture.anns.get(`/documents/${await idOf(fixture, path)}`).expect(200)).body.data.locked,
          null,
        );
      },
    ],
    [
      'Unlock | UNLOCK | release lock',
      async (fixture) => {
        const path = await put(fixture);
        const token = await fixture.drive.lock(path);
        await fixture.drive.expect(204, 'UNLOCK', path, { headers: { 'Lock-Token': `<${token}>` } });
        assert.equal(
          (await fixture.anns.get(`/documents/${await idOf(fixture, path)}`).expect(200)).body.data.locked,
          null,
        );
      },
    ],
  ],
};

/** Shares a new folder of Ann's with Bob. @returns its path, the same on both drives */
async function sharedFolder(fixture: SpecificationFixture, permissions: number): Promise<string> {
  const name = fixture.name();
  const { id } = await fixture.anns.folder(name);
  await fixture.anns.post('/shares', { folder_id: id, users: ['bob'], permissions }).expect(201);
  return `/${name}/`;
}

const rules: Section = {
  title: 'WebDAV rules',
  rows: [
    [
      "Shared folders appear in the root directory. System shares are reachable according to the user's permissions.",
      async (fixture) => {
        const shared = await sharedFolder(fixture, 1);
        const [open, closed] = [fixture.name(), fixture.name()];
        for (const name of [open, closed]) {
          const { body } = await fixture.admin.post('/folders', { system: true, name }).expect(201);
          if (name === closed) continue;
          const grant = { folder_id: body.data.id, users: ['bob'], permissions: 1 };
          await fixture.admin.post('/shares', grant).expect(201);
        }
        const { text } = await fixture.bobsDrive.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
        const seen = hrefs(text);
        assert.ok(seen.includes(`/webdav${shared}`) && seen.includes(`/webdav/${open}/`));
        assert.ok(!seen.includes(`/webdav/${closed}/`));
        await fixture.bobsDrive.expect(404, 'PROPFIND', `/${closed}/`, { headers: { Depth: '0' } });
      },
    ],
    [
      'Uploading a file whose name already exists in the folder creates a new version entry and keeps the previous content.',
      async (fixture) => {
        const path = await put(fixture);
        await fixture.drive.expect(204, 'PUT', path, { body: 'changed' });
        const id = await idOf(fixture, path);
        assert.equal((await fixture.anns.get(`/documents/${id}/versions`).expect(200)).body.meta.total, 2);
        assert.equal(
          (await fixture.anns.get(`/documents/${id}/versions/1/download`).expect(200)).text,
          'content',
        );
      },
    ],
    [
      'Thumbnails of uploaded files are generated asynchronously after upload.',
      async (fixture) => {
        const id = await idOf(fixture, await put(fixture));
        const { thumbnail } = (await fixture.anns.get(`/documents/${id}`).expect(200)).body.data;
        assert.ok(['ready', 'pending', 'none'].includes(thumbnail));
      },
    ],
    [
      'Not available over WebDAV: setting document title and comments, sharing, full-text search.',
      async (fixture) => {
        const path = await put(fixture);
        const body = propertyUpdate(
          '<d:set><d:prop><d:displayname>T</d:displayname><x:title>T</x:title><x:comments>C</x:comments></d:prop></d:set>',
        );
        await fixture.drive.ask('PROPPATCH', path, { body });
        const { data } = (await fixture.anns.get(`/documents/${await idOf(fixture, path)}`).expect(200)).body;
        assert.deepEqual([data.title, data.comments], [path.slice(1, -'.txt'.length), '']);
        for (const method of ['SEARCH', 'ACL', 'REPORT']) {
          const { status } = await fixture.drive.ask(method, path);
          assert.ok(status === 405 || status === 501, `${method} answered ${status}`);
        }
      },
    ],
    [
      'A WebDAV write operation on a read-only folder is rejected with 403.',
      async (fixture) => {
        const shared = await sharedFolder(fixture, 1);
        await fixture.bobsDrive.expect(403, 'PUT', `${shared}new.txt`, { body: 'x' });
        await fixture.bobsDrive.expect(403, 'MKCOL', `${shared}new/`);
      },
    ],
  ],
};

export const drive: readonly Section[] = [states, methods, rules];
