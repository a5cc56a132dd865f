import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../support/process.ts';

/** Opens a document, and several times writes into it and saves it by the menu's own command. */
const MACRO = `
Sub Save(url As String, times As String, server As String, login As String, password As String)
  Dim options(0) As New com.sun.star.beans.PropertyValue
  Dim none()
  options(0).Name = "InteractionHandler"
  options(0).Value = createUnoService("com.sun.star.task.InteractionHandler")
  If login &lt;&gt; "" Then
    passwords = createUnoService("com.sun.star.task.PasswordContainer")
    passwords.add(server, login, Array(password), options(0).Value)
  End If
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

/** LibreOffice without a window, with a profile of its own. */
export class LibreOffice {
  readonly #directory: string;
  /** A letter that says "Save 0". */
  readonly letter: Buffer;

  private constructor(directory: string, letter: Buffer) {
    this.#directory = directory;
    this.letter = letter;
  }

  static async open(): Promise<LibreOffice> {
    const directory = await mkdtemp(join(tmpdir(), 'dms-office-'));
    await writeFile(join(directory, 'letter.txt'), 'Save 0');
    await start(directory, '--convert-to', 'odt', '--outdir', directory, join(directory, 'letter.txt'));
    // Into the profile, which the first run has made.
    const library = join(directory, 'profile', 'user', 'basic', 'Standard');
    const module = xml('script:module', 'script:name="Saving" script:language="StarBasic"', MACRO);
    await writeFile(join(library, 'Saving.xba'), module);
    const modules = '<library:element library:name="Saving"/>';
    await writeFile(join(library, 'script.xlb'), xml('library:library', 'library:name="Standard"', modules));
    return new LibreOffice(directory, await readFile(join(directory, 'letter.odt')));
  }

  /**
   * Saves what is at the URL so many times, as "Save 1" and so on, from one LibreOffice.
   * @param credentials for a server that asks for them; without them, LibreOffice has none
   */
  async save(
    url: string,
    times: number,
    credentials?: { readonly server: string; readonly login: string; readonly password: string },
  ): Promise<void> {
    const { server = '', login = '', password = '' } = credentials ?? {};
    const args = [url, times, server, login, password].map((value) => `"${value}"`);
    await start(this.#directory, `macro:///Standard.Saving.Save(${args.join(',')})`);
  }

  /** Opens a link as an operating system does for a browser, waits, and ends LibreOffice without saving. */
  async follow(link: string, opened: () => Promise<unknown>): Promise<void> {
    const soffice = ['60', 'soffice', profileIn(this.#directory), '--headless', '--norestore', link];
    // A group of its own: soffice is a script that starts the program.
    const { pid, exitCode } = spawn('timeout', soffice, { stdio: 'ignore', detached: true });
    try {
      await opened();
    } finally {
      if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
    }
  }

  /** Texts of documents. */
  async textsOf(contents: readonly Buffer[]): Promise<string[]> {
    const names = contents.map((_, index) => join(this.#directory, `save-${index}`));
    for (const [index, name] of names.entries()) await writeFile(`${name}.odt`, contents[index] ?? '');
    const files = names.map((name) => `${name}.odt`);
    await start(this.#directory, '--convert-to', 'txt:Text', '--outdir', this.#directory, ...files);
    const texts = await Promise.all(names.map((name) => readFile(`${name}.txt`, 'utf8')));
    return texts.map((text) => text.replace('\uFEFF', '').trim());
  }

  close(): Promise<void> {
    return rm(this.#directory, { recursive: true });
  }
}

/** Runs LibreOffice to its end. */
async function start(directory: string, ...args: string[]): Promise<void> {
  const soffice = ['60', 'soffice', profileIn(directory), '--headless', ...args];
  const { code, stdout, stderr } = await run('timeout', soffice);
  assert.equal(code, 0, stdout + stderr);
}

function profileIn(directory: string): string {
  return `-env:UserInstallation=${pathToFileURL(join(directory, 'profile')).href}`;
}
