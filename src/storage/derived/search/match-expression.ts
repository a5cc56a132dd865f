import { foldedWords, spellingsOf, wordsOf } from '../../../model/text/words.ts';
import type { EntryFilter } from './entry-filter.ts';

/** What somebody looks for: one word, or several in this order. */
export interface SearchTerm {
  /** As `wordsOf` gives them. At least one. */
  readonly words: readonly string[];
  /** True if it is enough that a word begins with the last one. */
  readonly isPrefix: boolean;
}

/** What an entry must have, and what it must not have. */
export interface SearchWords {
  readonly required: readonly SearchTerm[];
  readonly excluded: readonly SearchTerm[];
}

/**
 * The columns of the index. Words stand in them folded, those of name and title with a mark before them: so a search in
 * names reads short lists, and not those of all documents with the word. `parts` has all pieces of three letters of each
 * word of the name, in their order, and what divides two words: so a part of a name is found, as a phrase. `facets` has
 * the properties to filter by.
 */
export const COLUMNS = ['name', 'parts', 'title', 'comments', 'body', 'facets'] as const;

/** What stands before what is no word of comments or body. The first character occurs in no word. */
const MARK = { any: '§a', extension: '§x', name: '§n', part: '§p', title: '§t', type: '§m' } as const;
/** Words of comments and body have none. */
const PLAIN = '';

const PART_LETTERS = 3;
/** Least letters of the beginning of a word of comments or body. */
const MIN_PLAIN_BEGINNING = 2;
/** After an expression: it is enough that a word begins with the last one. */
const STAR = ' *';
/** What stands between the pieces of two words. It is in no piece. */
const BETWEEN_PARTS = MARK.part;
/** Extensions of one name: of `a.tar.gz` there are two. */
const MAX_EXTENSIONS = 4;
/** Most ways to write a phrase. */
const MAX_PHRASES = 16;
/** Most ways to write a word of a search with many words; with few words there are more. */
const MAX_SPELLINGS = 64;
/** Most ways to write a part of a name. */
const MAX_PARTS = 8;

/** What the index has of an entry. */
export interface IndexedTexts {
  readonly name: string;
  readonly title: string;
  readonly comments: string;
  readonly body: string;
  /** Undefined for a folder. */
  readonly mimeType: string | undefined;
}

/** The values of the columns. */
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

/** The pieces of three letters of a word. */
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

/** One for the media type, and one for all of its kind. */
function typeFacets(mimeType: string | undefined): string[] {
  return mimeType === undefined ? [] : [typeFacet(mimeType), typeFacet(`${mimeType.split('/')[0] ?? ''}/*`)];
}

/** In letters and digits only, since all else would end the facet. */
function coded(text: string): string {
  return Buffer.from(text.toLowerCase().normalize('NFC')).toString('hex');
}

/** Expressions of SQLite FTS5. */
export interface MatchExpression {
  /** Matches all that is looked for. */
  readonly all: string;
  /**
   * Matches a part of that: what has the words as they are, and not only as beginnings. SQLite finds its first rows at once,
   * while for beginnings it first makes a list of all rows. Undefined if nothing is a beginning.
   */
  readonly whole: string | undefined;
  /** As `all`, with all required words in the name. Undefined without required words. */
  readonly inName: string | undefined;
  /** As `all`, with all required words in name and title together. Undefined without required words. */
  readonly inNameOrTitle: string | undefined;
}

/** @returns undefined if the filter lets nothing pass */
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

/** The term as a part of the name. One that begins and ends with short words is found as words only. */
function partsOf({ words, isPrefix }: SearchTerm): string[] {
  const hasPart = [words.at(0), words.at(-1)].some((word = '') => Array.from(word).length >= PART_LETTERS);
  const phrases = hasPart ? spelled(words).slice(0, MAX_PARTS) : [];
  // Of a longer word, the pieces are found in each word that goes on.
  const starOf = (phrase: readonly string[]): string =>
    isPrefix && endsShort(phrase, PART_LETTERS) ? STAR : '';
  return phrases.map((phrase) => `"${partOf(phrase)}"${starOf(phrase)}`);
}

/** The term as words with each of the marks, in at most so many spellings. */
function phrasesOf({ words, isPrefix }: SearchTerm, marks: readonly string[], spellings: number): string[] {
  const phrases = spelled(words).slice(0, spellings);
  // SQLite reads the lists of all words that begin so: with one letter, most of what contents and comments have.
  const starOf = (phrase: readonly string[], mark: string): string =>
    isPrefix && !(mark === PLAIN && endsShort(phrase, MIN_PLAIN_BEGINNING)) ? STAR : '';
  return marks.flatMap((mark) => phrases.map((phrase) => `"${marked(phrase, mark)}"${starOf(phrase, mark)}`));
}

function endsShort(words: readonly string[], least: number): boolean {
  return Array.from(words.at(-1) ?? '').length < least;
}

/** The ways to write several words. If there are too many, no two words are written differently at once. */
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
