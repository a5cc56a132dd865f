import assert from 'node:assert/strict';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../src/config/loader.ts';

const KIB = 1024;
/** The page that a visitor reads first. */
const MAX_README_BYTES = 9000;
/** A longer page is divided. */
const MAX_PAGE_BYTES = 20 * KIB;
/** The list of all messages, which is generated. */
const MAX_LIST_BYTES = 24 * KIB;
const MAX_UNRELEASED_BYTES = 8 * KIB;
const MAX_PICTURE_BYTES = 150 * KIB;

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).toSorted()];
const texts = new Map(pages.map((page) => [page, readFileSync(root + page, 'utf8')]));
/** The names of all files of ours, without their folders. */
const names = new Set(
  ['bin', 'migrations', 'scripts', 'src', 'test', 'web'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  ),
);

/** Whether a page may call a file so: by its path, which may leave out `src/`, or by its name alone. */
function isFile(named: string): boolean {
  if (!named.includes('/')) return names.has(named);
  return existsSync(root + named) || existsSync(`${root}src/${named}`);
}

/** The files that a page names. Those without a folder are programs: others may be made by a command. */
function filesIn(text: string): string[] {
  const named = text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|m?js|json|md|css)|[\w.-]+\.(?:tsx?|m?js))`/g);
  return [...named].map(([, path = '']) => path);
}

/** A page without its examples of code, in which `#` begins a comment and brackets are no links. */
function proseOf(text: string): string {
  return text.replaceAll(/^ *```.*?^ *```/gms, '');
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of proseOf(text).matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${String(count)}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The targets of links, and the files of pictures. */
function linksIn(text: string): string[] {
  const links = proseOf(text).matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"\s]+)"/g);
  return [...links].map(([, target, picture]) => target ?? picture ?? '').filter((to) => !to.includes(':'));
}

/** Whether the file of a link exists and has the anchor that the link names. */
function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? root + page : fileURLToPath(new URL(path, `file://${root}${page}`));
  if (!existsSync(file)) return false;
  return anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).has(anchor);
}

describe('documentation', () => {
  for (const [page, text] of texts) {
    it(`${page} names files that exist`, () => {
      assert.deepEqual(
        filesIn(text).filter((path) => !isFile(path)),
        [],
      );
    });

    it(`${page} links to files and headings that exist`, () => {
      assert.deepEqual(
        linksIn(text).filter((link) => !leadsSomewhere(page, link)),
        [],
      );
    });

    it(`${page} is short`, () => {
      const bytes = Buffer.byteLength(text);
      const most =
        page === 'README.md'
          ? MAX_README_BYTES
          : page.endsWith('build/messages.md')
            ? MAX_LIST_BYTES
            : MAX_PAGE_BYTES;
      assert.ok(bytes <= most, `${String(bytes)} bytes; at most ${String(most)}`);
    });
  }

  it('lists each page in a table of contents', () => {
    const linked = new Set(
      [...texts].flatMap(([page, text]) =>
        linksIn(text).map((link) => new URL(link.replace(/#.*/, ''), `file:///${page}`).pathname.slice(1)),
      ),
    );
    assert.deepEqual(
      pages.filter((page) => page !== 'README.md' && !linked.has(page)),
      [],
    );
  });

  it('is cited by the code with paths that exist', () => {
    const folders = '{src,web,test,scripts,migrations,bin,packaging,.ci}/**/*';
    const files = globSync(folders, { cwd: root }).filter((path) => statSync(root + path).isFile());
    const missing = [...files, 'config.example.yaml', 'package.json', 'CHANGELOG.md'].flatMap((file) => {
      const cited = readFileSync(root + file, 'utf8').matchAll(/\bdocs\/[\w/-]+\.md\b/g);
      return [...cited].filter(([path]) => !existsSync(root + path)).map(([path]) => `${file}: ${path}`);
    });
    assert.deepEqual(missing, []);
  });

  it('says what has changed since the last release in few words', () => {
    const changelog = readFileSync(`${root}CHANGELOG.md`, 'utf8');
    const unreleased = changelog.split(/^## /m).find((part) => part.startsWith('[Unreleased]')) ?? '';
    const bytes = Buffer.byteLength(unreleased);
    assert.ok(bytes <= MAX_UNRELEASED_BYTES, `${String(bytes)} bytes`);
  });

  it('has small pictures, and no picture that no page shows', () => {
    const pictures = globSync('docs/pictures/*', { cwd: root });
    assert.ok(pictures.length > 0);
    const shown = [...texts.values()].join('\n');
    assert.deepEqual(
      pictures.filter(
        (path) => statSync(root + path).size > MAX_PICTURE_BYTES || !shown.includes(basename(path)),
      ),
      [],
    );
  });

  it('names files at all', () => {
    assert.ok([...texts.values()].flatMap(filesIn).length > 200);
  });

  it('shows configurations that dms accepts', () => {
    const shown = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml),
    );
    assert.ok(shown.length >= 2);
    const folder = mkdtempSync(join(tmpdir(), 'dms-docs-'));
    try {
      for (const yaml of shown) {
        const file = join(folder, 'config.yaml');
        writeFileSync(file, yaml);
        loadConfig({ file, environment: {} });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
