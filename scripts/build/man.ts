/**
 * Generates the manual page dms(1) in the man(7) format from the commands: `npm run man` writes `dms.1`, `npm run man
 * -- FILE` writes another file. `SOURCE_DATE_EPOCH` sets the date of the page, for reproducible builds.
 */
import { writeFileSync } from 'node:fs';
import { type CommandDescription, describeCommands } from '../../src/cli/command-descriptions.ts';
import { fullProgram } from '../../src/cli/main.ts';
import { VERSION } from '../../src/cli/version.ts';

/** Exit codes of docs/build/contract/command-line.md §27. */
const EXIT_CODES = [
  ['0', 'Done.'],
  ['1', 'Failed; or health or doctor found a problem.'],
  ['2', 'Wrong usage or configuration. All errors are reported together.'],
  ['3', 'Data is damaged.'],
  ['75', 'The data directory, or the backup folder, is in use by another process.'],
] as const;

const FILES = [
  ['./config.yaml, /etc/dms/config.yaml', 'The configuration; the first existing file is used.'],
  ['./data', 'The data directory, unless data_dir names another one.'],
] as const;

const ENVIRONMENT = [
  [
    'DMS_SERVER_PORT and the like',
    'A configuration key in capitals, with the prefix DMS_, and _ for each dot.',
  ],
  ['DMS_SMTP_URL_FILE, DMS_METRICS_TOKEN_FILE', 'The path of a file that contains the secret.'],
  ['DMS_ADMIN_PASSWORD, DMS_ADMIN_PASSWORD_FILE', 'The password for create-admin and user set-password.'],
] as const;

/** Maximum line length of the source; troff reflows the page itself. */
const WIDTH = 78;

/** Escapes a text so that troff prints it literally, with ASCII hyphens. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/[^\n -~]/gu, (character) => `\\[u${hexOf(character)}]`);
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** The lines of a paragraph, escaped so that troff treats none of them as a request. */
function plain(text: string): string {
  const lines: string[] = [];
  for (const word of escaped(text).split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= WIDTH) lines.push(word);
    else lines.splice(-1, 1, `${line} ${word}`);
  }
  return lines.map((line) => line.replace(/^(?=[.'])/, String.raw`\&`)).join('\n');
}

/** A term and its description. */
function item(term: string, text: string): string {
  return `.TP\n.B ${escaped(term).replaceAll('"', String.raw`\(dq`)}\n${plain(text)}`;
}

function section(title: string, body: readonly string[]): string {
  return [`.SH ${title}`, ...body].join('\n');
}

function items(rows: readonly (readonly [string, string])[]): string[] {
  return rows.map(([term, text]) => item(term, text));
}

/** Options that nearly every command accepts, taken from `dms status`. */
function commonOptions(rows: readonly CommandDescription[]): ReadonlyMap<string, string> {
  const status = rows.find(({ path }) => path.join(' ') === 'status');
  return new Map(status?.options.map(({ flags, description }) => [flags, description]));
}

function commandText(row: CommandDescription, common: ReadonlyMap<string, string>): string[] {
  const usage = ['dms', ...row.path, ...row.args.map(({ text }) => text)].join(' ');
  const own = row.options.filter(({ flags, description }) => common.get(flags) !== description);
  return [
    `.SS ${escaped(usage)}`,
    plain(`${row.description.charAt(0).toUpperCase()}${row.description.slice(1)}.`),
    ...own.map(({ flags, description }) => item(flags, `${description}.`)),
  ];
}

function page(rows: readonly CommandDescription[], date: string): string {
  const common = commonOptions(rows);
  const commands = rows.filter(({ path, subcommands }) => path.length > 0 && subcommands.length === 0);
  return [
    `.TH DMS 1 ${date} "dms ${VERSION}"`,
    section('NAME', [plain('dms - document management for small offices')]),
    section('SYNOPSIS', ['.B dms', plain('COMMAND [OPTION]...')]),
    section('DESCRIPTION', [
      plain(
        'dms keeps documents with all their versions in one SQLite file and one folder. Users work with them in ' +
          'the browser, or mount them as a network drive over WebDAV. Programs use the REST interface. Administrators use ' +
          'these commands.',
      ),
    ]),
    section('OPTIONS', [
      'Every command that reads the configuration has these options:',
      ...items([...common].map(([flags, description]) => [flags, `${description}.`] as const)),
      item('--version', 'print the version.'),
    ]),
    section(
      'COMMANDS',
      commands.flatMap((row) => commandText(row, common)),
    ),
    section('EXIT STATUS', items(EXIT_CODES)),
    section('ENVIRONMENT', items(ENVIRONMENT)),
    section('FILES', items(FILES)),
    '',
  ].join('\n');
}

const [file = 'dms.1'] = process.argv.slice(2);
const seconds = process.env['SOURCE_DATE_EPOCH'];
const date = new Date(seconds === undefined ? Date.now() : Number(seconds) * 1000).toISOString().slice(0, 10);
writeFileSync(file, page(describeCommands(await fullProgram()), date));
console.log(`wrote ${file}`);
