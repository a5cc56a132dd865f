import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { needs } from '../../support/needs.ts';
import { run } from '../../support/process.ts';
import { Desk, type FiledDocument } from '../desk.ts';
import { DELAYED, MOUNTING, type Settings } from '../mount.ts';

/** Opens a document, and several times writes into it and saves it by the menu's own command. */
const MACRO = `
Sub Save(url As String, times As String, server As String, login As String, password As String)
  Dim options(0) As New com.sun.star.beans.PropertyValue
  Dim none()
  options(0).Name = "InteractionHandler"
  options(0).Value = createUnoService("com.sun.star.task.InteractionHandler")
  passwords = createUnoService("com.sun.star.task.PasswordContainer")
  passwords.add(server, login, Array(password), options(0).Value)
  document = StarDesktop.loadComponentFromURL(url, "_blank", 0, options())
  dispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
  For number = 1 To CInt(times)
    document.Text.setString("Save " &amp; number)
    dispatcher.executeDispatch(document.CurrentController.Frame, ".uno:Save", "", 0, none())
  Next
  document.close(True)
End Sub`;

const xml = (element: string, attributes: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<${element} xmlns:library="http://openoffice.org/2000/library" xmlns:script="http://openoffice.org/2000/script" ${attributes}>${content}</${element}>`;

describe('LibreOffice', function () {
  needs(this, 'soffice');
  let directory: string;
  let letter: Buffer;
  let desk: Desk;
  let document: FiledDocument;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-office-'));
    await writeFile(join(directory, 'letter.txt'), 'Save 0');
    await office('--convert-to', 'odt', '--outdir', directory, join(directory, 'letter.txt'));
    letter = await readFile(join(directory, 'letter.odt'));
    await installMacro();
  });

  after(() => rm(directory, { recursive: true }));

  beforeEach(async () => {
    desk = await Desk.open();
    document = await desk.file('Letters', 'letter.odt', letter);
  });

  afterEach(() => desk.close());

  /** Runs LibreOffice to its end, with a profile of its own. */
  async function office(...args: string[]): Promise<void> {
    const profile = `-env:UserInstallation=${pathToFileURL(join(directory, 'profile')).href}`;
    const soffice = ['60', 'soffice', profile, '--headless', ...args];
    const { code, stdout, stderr } = await run('timeout', soffice);
    assert.equal(code, 0, stdout + stderr);
  }

  /** Into the profile, which the first run has made. */
  async function installMacro(): Promise<void> {
    const library = join(directory, 'profile', 'user', 'basic', 'Standard');
    const module = xml('script:module', 'script:name="Saving" script:language="StarBasic"', MACRO);
    await writeFile(join(library, 'Saving.xba'), module);
    const modules = '<library:element library:name="Saving"/>';
    await writeFile(join(library, 'script.xlb'), xml('library:library', 'library:name="Standard"', modules));
  }

  /** Saves what is at the URL so many times, from one LibreOffice. */
  async function save(url: string, times: number): Promise<void> {
    const { login } = desk.anna;
    const args = [url, times, desk.service.url, login, desk.token].map((value) => `"${value}"`);
    await office(`macro:///Standard.Saving.Save(${args.join(',')})`);
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
    const files = saves.map((number) => join(directory, `save-${number}.odt`));
    for (const [index, file] of files.entries()) await writeFile(file, contents[index] ?? '');
    await office('--convert-to', 'txt:Text', '--outdir', directory, ...files);
    for (const number of saves) {
      const text = await readFile(join(directory, `save-${number}.txt`), 'utf8');
      assert.equal(text.replace('\uFEFF', '').trim(), `Save ${number}`);
    }
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
});
