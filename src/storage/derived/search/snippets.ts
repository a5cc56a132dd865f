import type BetterSqlite from 'better-sqlite3';
import { composed } from '../../../model/text/words.ts';
import { Texts } from '../renditions/texts.ts';
import type { SearchTerm } from './match-expression.ts';
import { TermPattern } from './term-pattern.ts';

/** Characters of a snippet, and the maximum number of characters before the first match. */
const SNIPPET_LETTERS = 180;
const LETTERS_BEFORE = 60;
/** Characters of text that are scanned per page of results. A character counts once per search term. */
const PAGE_LETTERS = 4 * 2 ** 20;

interface DescriptionRow {
  id: number;
  name: string;
  title: string | null;
  comments: string | null;
  sha256: string | null;
}

/** Start and end of a match in a text. */
type Span = readonly [start: number, end: number];

/** Creates snippets that show the matches in a text. */
export class Snippets {
  readonly #texts: Texts;
  readonly #describe: BetterSqlite.Statement<[string], DescriptionRow>;

  /** @param sqlite a connection to the database, with the search file attached as `derived` */
  constructor(sqlite: BetterSqlite.Database) {
    this.#texts = new Texts(sqlite);
    this.#describe = sqlite.prepare(
      `SELECT e.id, e.name, d.title, d.comments, v.sha256 FROM json_each(?) j JOIN main.entries e ON e.id = j.value
       LEFT JOIN main.documents d ON d.entry_id = e.id
       LEFT JOIN main.versions v ON v.document_id = d.entry_id AND v.number = d.version
         AND NOT EXISTS (SELECT 1 FROM derived.rereads r WHERE r.entry_id = e.id AND r.sha256 = v.sha256)
         AND NOT EXISTS (SELECT 1 FROM main.search_queue q
           WHERE q.entry_id = e.id AND q.uploaded_sha256 IS NOT NULL AND q.uploaded_sha256 = v.sha256)`,
    );
  }

  /** Adds a snippet to each hit. */
  of<Hit extends { readonly id: number }>(
    hits: readonly Hit[],
    terms: readonly SearchTerm[],
  ): (Hit & { snippet: string })[] {
    const patterns = terms.map((term) => new TermPattern(term));
    const rows = this.#describe.all(JSON.stringify(hits.map(({ id }) => id)));
    let letters = PAGE_LETTERS / terms.length;
    const snippets = new Map<number, string>();
    for (const [index, { id, name, title, comments, sha256 }] of terms.length === 0 ? [] : rows.entries()) {
      const content = (sha256 === null ? undefined : this.#texts.find(sha256)) ?? '';
      // Characters that short texts leave unused are available to the longer ones.
      const body = composed(content.slice(0, letters / (rows.length - index)));
      letters -= body.length;
      const described = [comments ?? '', title ?? ''].map(composed);
      const words = [body, ...described].map((text) => new Marked(text, patterns, 'words'));
      const marked = [...words, new Marked(composed(name), patterns, 'parts')];
      snippets.set(id, best(marked).html);
    }
    return hits.map((hit) => ({ ...hit, snippet: snippets.get(hit.id) ?? '' }));
  }
}

/** The text that contains the most terms; the first one if several do. */
function best(texts: readonly Marked[]): Marked {
  return texts.reduce((found, text) => (text.terms > found.terms ? text : found));
}

/** A text in which terms are marked. */
class Marked {
  readonly #text: string;
  readonly #patterns: readonly TermPattern[];
  readonly #where: 'words' | 'parts';
  readonly #first: number;
  /** Number of terms that occur in the text. */
  readonly terms: number;

  constructor(text: string, patterns: readonly TermPattern[], where: 'words' | 'parts') {
    this.#text = text;
    this.#patterns = patterns;
    this.#where = where;
    const starts = patterns.flatMap((pattern) => pattern.first(text, where) ?? []);
    this.terms = starts.length;
    this.#first = Math.min(...starts, text.length);
  }

  /** The text around the first match, escaped, with the matches in `<mark>`. */
  get html(): string {
    const text = this.#text;
    const start =
      this.#first <= LETTERS_BEFORE ? 0 : wordStart(text, this.#first - LETTERS_BEFORE, this.#first);
    const isCut = text.length > start + SNIPPET_LETTERS;
    const end = isCut ? wordEnd(text, start + SNIPPET_LETTERS, this.#first) : text.length;
    const piece = text.slice(start, end);
    const spans = this.#patterns.flatMap((pattern) => pattern.all(piece, this.#where));
    return `${start > 0 ? '…' : ''}${marked(piece, spans)}${isCut ? '…' : ''}`;
  }
}

/** Start of the next word, at most `last`. */
function wordStart(text: string, position: number, last: number): number {
  const word = /\s(?=\S)/.exec(text.slice(position, last + 1));
  return word ? position + word.index + 1 : whole(text, position);
}

/** End of the previous word, but after the start of the match at `first`. */
function wordEnd(text: string, position: number, first: number): number {
  const space = text.slice(0, position).search(/\s\S*$/);
  return space > first ? space : whole(text, position);
}

/** Avoids a position between the two halves of a surrogate pair. */
function whole(text: string, position: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(position)) ? position + 1 : position;
}

function marked(text: string, spans: readonly Span[]): string {
  let html = '';
  let position = 0;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start < position) continue;
    html += `${escaped(text.slice(position, start))}<mark>${escaped(text.slice(start, end))}</mark>`;
    position = end;
  }
  return html + escaped(text.slice(position));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
