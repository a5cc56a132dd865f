import { foldedWords, spellingsOf, wordsOf } from '../../../model/text/words.ts';
import type { EntryFilter } from './entry-filter.ts';

/** A search term: one word, or several consecutive words. */
export interface SearchTerm {
  /** Words as returned by `wordsOf`; at least one. */
  readonly words: readonly string[];
  /** True if the last word may be the beginning of a word. */
  readonly isPrefix: boolean;
}

/** Terms that an entry must and must not contain. */
export interface SearchWords {
  readonly required: readonly SearchTerm[];
  readonly excluded: readonly SearchTerm[];
}

/**
 * Columns of the index. All words are folded. Words of name and title have a mark as prefix, so that a search in names
 * reads short lists instead of those of all documents with the word. `parts` contains all trigrams of each word of the
 * name, in order, and separators between words, so that a part of a name is found as a phrase. `facets` contains the
 * properties to filter by.
 */
export const COLUMNS = ['name', 'parts', 'title', 'comments', 'body', 'facets'] as const;

/** Prefixes of all tokens except words of comments and body. The first character occurs in no word. */
const MARK = { any: '§a', extension: '§x', name: '§n', part: '§p', title: '§t', type: '§m' } as const;
/** Empty prefix of words of comments and body. */
const PLAIN = '';

const PART_LETTERS = 3;
/** Minimum length of the beginning of a word in comments or body. */
const MIN_PLAIN_BEGINNING = 2;
/** Suffix of an expression: the last word may be the beginning of a word. */
const STAR = ' *';
/** Separator between the trigrams of two words. It is not part of any trigram. */
const BETWEEN_PARTS = MARK.part;
/** Maximum number of extensions of a name; `a.tar.gz` has two. */
const MAX_EXTENSIONS = 4;
/** Maximum number of spellings of a phrase. */
const MAX_PHRASES = 16;
/** Maximum number of spellings of all terms of a search, shared equally; each term has at least one. */
const MAX_SPELLINGS = 64;
/** Maximum number of spellings of a part of a name. */
const MAX_PARTS = 8;

/** Texts of an entry that are indexed. */
export interface IndexedTexts {
  readonly name: string;
  readonly title: string;
  readonly comments: string;
  readonly body: string;
  /** Undefined for a folder. */
  readonly mimeType: string | undefined;
}

/** Values of the columns, in the order of {@link COLUMNS}. */
export function columnsOf({ name, title, comments, body, mimeType }: IndexedTexts): string[] {
  const words = wordsOf(name);
  const values: Record<(typeof COLUMNS)[number], string> = {
    name: marked(words, MARK.name),
    parts: partOf(words),
    title: marked(wordsOf(title), MARK.title),
    comments: foldedWords(comments),
    body: foldedWords(body),
    facets: [MARK.any, ...extensionFacets(name), ...typeFacets(mimeType)].join(' '),
  };
  return COLUMNS.map((column) => values[column]);
}

function marked(words: readonly string[], mark: string): string {
  return words.map((word) => mark + word).join(' ');
}

/** A part of a name, which may begin and end inside a word. A word of fewer than three letters is one piece. */
function partOf(words: readonly string[]): string {
  return words.map((word) => marked(piecesOf(word), MARK.part)).join(` ${BETWEEN_PARTS} `);
}

/** The trigrams of a word; a shorter word is one piece. */
function piecesOf(word: string): string[] {
  const letters = Array.from(word);
  const last = Math.max(letters.length - PART_LETTERS, 0);
  return letters.slice(0, last + 1).map((_, index) => letters.slice(index, index + PART_LETTERS).join(''));
}

function extensionFacets(name: string): string[] {
  const [, ...extensions] = name.split('.');
  const last = extensions.slice(-MAX_EXTENSIONS);
  return last.map((_, index) => extensionFacet(last.slice(index).join('.')));
}

const extensionFacet = (extension: string): string => MARK.extension + coded(extension);
const typeFacet = (mimeType: string): string => MARK.type + coded(mimeType);

/** Facets are words of the index for properties of an entry: one for the media type, and one for its top-level type. */
function typeFacets(mimeType: string | undefined): string[] {
  return mimeType === undefined ? [] : [typeFacet(mimeType), typeFacet(`${mimeType.split('/')[0] ?? ''}/*`)];
}

/** Hexadecimal, because FTS5 ends a token at other characters than letters and digits. */
function coded(text: string): string {
  return Buffer.from(text.toLowerCase().normalize('NFC')).toString('hex');
}

/** Expressions of SQLite FTS5. */
export interface MatchExpression {
  /** Matches all entries of the search. */
  readonly all: string;
  /**
   * Matches the subset with whole words instead of beginnings of words. SQLite finds its first rows immediately, while
   * for beginnings it first lists all rows. Undefined if no term is a beginning.
   */
  readonly whole: string | undefined;
  /** Same as `all`, with all required words in the name. Undefined without required words. */
  readonly inName: string | undefined;
  /** Same as `all`, with each required word in the name or in the title. Undefined without required words. */
  readonly inNameOrTitle: string | undefined;
}

/** @returns undefined if the filter excludes all entries */
export function matchExpression(
  { required, excluded }: SearchWords,
  { extensions, mimeTypes }: EntryFilter,
): MatchExpression | undefined {
  if (extensions?.length === 0 || mimeTypes?.length === 0) return undefined;
  const facets = [extensions?.map(extensionFacet) ?? [], mimeTypes?.map(typeFacet) ?? []].flatMap((some) =>
    some.length === 0 ? [] : [anyOf(some.map((facet) => `"${facet}"`))],
  );
  const spellings = Math.ceil(MAX_SPELLINGS / (required.length + excluded.length));
  const everywhere = [PLAIN, MARK.name, MARK.title];
  const without = excluded.flatMap((term) => phrasesOf(term, everywhere, spellings));
  const within = (marks: readonly string[], terms = required): string => {
    const words = terms.map((term) => anyOf([...phrasesOf(term, marks, spellings), ...partsOf(term)]));
    const both = [...words, ...facets];
    const positive = both.length === 0 ? `"${MARK.any}"` : both.join(' AND ');
    return without.length === 0 ? positive : `(${positive}) NOT ${anyOf(without)}`;
  };
  const hasWords = required.length > 0;
  const hasBeginnings = required.some(({ isPrefix }) => isPrefix);
  const wholeTerms = required.map((term) => ({ ...term, isPrefix: false }));
  return {
    all: within(everywhere),
    whole: hasBeginnings ? within(everywhere, wholeTerms) : undefined,
    inName: hasWords ? within([MARK.name]) : undefined,
    inNameOrTitle: hasWords ? within([MARK.name, MARK.title]) : undefined,
  };
}

/** The term as a part of the name. A term whose first and last words are both short is only found as words. */
function partsOf({ words, isPrefix }: SearchTerm): string[] {
  const hasPart = [words.at(0), words.at(-1)].some((word = '') => Array.from(word).length >= PART_LETTERS);
  const phrases = hasPart ? spelled(words).slice(0, MAX_PARTS) : [];
  // The trigrams of a longer word also match inside longer words without a star.
  const starOf = (phrase: readonly string[]): string =>
    isPrefix && endsShort(phrase, PART_LETTERS) ? STAR : '';
  return phrases.map((phrase) => `"${partOf(phrase)}"${starOf(phrase)}`);
}

/** The term as words with each of the marks, in at most this number of spellings. */
function phrasesOf({ words, isPrefix }: SearchTerm, marks: readonly string[], spellings: number): string[] {
  const phrases = spelled(words).slice(0, spellings);
  // SQLite reads the lists of all words with this beginning; for one letter, these cover most contents and comments.
  const starOf = (phrase: readonly string[], mark: string): string =>
    isPrefix && !(mark === PLAIN && endsShort(phrase, MIN_PLAIN_BEGINNING)) ? STAR : '';
  return marks.flatMap((mark) => phrases.map((phrase) => `"${marked(phrase, mark)}"${starOf(phrase, mark)}`));
}

function endsShort(words: readonly string[], least: number): boolean {
  return Array.from(words.at(-1) ?? '').length < least;
}

/** The spellings of several words. If there are too many, each spelling changes only one word. */
function spelled(words: readonly string[]): (readonly string[])[] {
  const spellings = words.map(spellingsOf);
  if (spellings.reduce((product, { length }) => product * length, 1) > MAX_PHRASES) {
    const changed = spellings.flatMap((some, index) =>
      some.slice(1).map((spelling) => words.with(index, spelling)),
    );
    return [words, ...changed.slice(0, MAX_PHRASES - 1)];
  }
  let phrases: string[][] = [[]];
  for (const some of spellings)
    phrases = phrases.flatMap((phrase) => some.map((spelling) => [...phrase, spelling]));
  return phrases;
}

function anyOf(expressions: readonly string[]): string {
  return `(${expressions.join(' OR ')})`;
}
