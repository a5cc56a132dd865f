// Would catch a save of LibreOffice that loses a version, asks for a password or leaves a file, on a drive and at an address.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { needs } from '../../support/needs.ts';
import { waiter } from '../../support/until.ts';
import { Desk, type FiledDocument } from '../desk.ts';
import { LibreOffice } from '../libre-office.ts';
import { DELAYED, MOUNTING, type Settings } from '../mount.ts';

describe('LibreOffice', function () {
  needs(this, 'soffice');
  let office: LibreOffice;
  let desk: Desk;
  let document: FiledDocument;

  before(async () => {
    office = await LibreOffice.open();
  });

  after(() => office.close());

  beforeEach(async () => {
    desk = await Desk.open();
    document = await desk.file('Letters', 'letter.odt', office.letter);
  });

  afterEach(() => desk.close());

  /** Saves what is at the URL so many times, with Anna's credentials. */
  function save(url: string, times: number): Promise<void> {
    const { login } = desk.anna;
    return office.save(url, times, { server: desk.service.url, login, password: desk.token });
  }

  async function saveThroughDrive(times: number, settings?: Settings): Promise<void> {
    const mount = await desk.mount(settings);
    try {
      await save(pathToFileURL(document.in(mount)).href, times);
    } finally {
      await mount.dispose();
    }
  }

  /** Asserts that it is the same document with so many more versions, and that each of them is what was saved. */
  async function assertSaved(times: number): Promise<void> {
    const saves = Array.from({ length: times }, (_, index) => index + 1);
    const contents = await Promise.all(saves.map((number) => desk.rest.content(document.id, number + 1)));
    await document.assertSaved(contents);
    assert.deepEqual(
      await office.textsOf(contents),
      saves.map((number) => `Save ${number}`),
    );
  }

  function requestsAtAddress(): string[] {
    const requests = desk.service.log().filter(({ path }) => path === '/webdav/.edit/…');
    return requests.map(({ method, status }) => `${String(method)} ${String(status)}`);
  }

  it('saves a document three times on a drive of davfs2: three more versions of the one document', async function () {
    needs(this, ...MOUNTING);
    await saveThroughDrive(3);
    await assertSaved(3);
  });

  for (const [name, settings] of Object.entries(DELAYED)) {
    it(`saves a document once on a drive of davfs2 ${name}, which uploads when it is unmounted`, async function () {
      needs(this, ...MOUNTING);
      await saveThroughDrive(1, settings);
      await assertSaved(1);
    });
  }

  it('saves a document three times as a WebDAV client itself', async () => {
    await save(`${desk.service.url}/webdav/Letters/letter.odt`, 3);
    await assertSaved(3);
    assert.match(document.requests(), /^LOCK .*^UNLOCK /ms);
  });

  it('saves a document twice at an address for editing, without a password', async () => {
    const url = await desk.rest.editAddress(document.id);
    await office.save(desk.service.url + url, 2);
    await assertSaved(2);
    const requests = requestsAtAddress();
    assert.deepEqual(
      requests.filter((request) => / 4\d\d$/.test(request)),
      [],
      requests.join('\n'),
    );
    assert.match(requests.join('\n'), /^LOCK 200$.*^PUT 204$.*^PUT 204$.*^UNLOCK 204$/ms);
    const { locked } = desk.service.dms.tree.document(desk.anna.actor, document.id);
    assert.equal(locked, null);
  });

  it('opens and locks the document of a link in the pages', async () => {
    const url = await desk.rest.editAddress(document.id);
    await office.follow(`vnd.libreoffice.command:ofe|u|${desk.service.url}${url}`, () =>
      waiter(() => requestsAtAddress().join('\n'))(() => requestsAtAddress().includes('LOCK 200')),
    );
    assert.ok(requestsAtAddress().includes('GET 200'));
  });
});
