import { fold, spellingsOf, wordsOf } from '../../../model/text/words.ts';
import type { SearchTerm } from './match-expression.ts';

const LETTER = '[\\p{L}\\p{M}\\p{N}]';
/** A character between two words of a phrase. */
const BETWEEN = '[^\\p{L}\\p{M}\\p{N}]';

/**
 * Code points that are searched for accented and other forms of letters and digits. Letters of other scripts match only
 * themselves.
 */
const FOLDED_RANGES = [
  [0x30, 0x250],
  [0x370, 0x530],
  [0x1e00, 0x2000],
  [0x2c60, 0x2c80],
  [0xfb00, 0xfb07],
  [0xff10, 0xff5b],
] as const;

/** Finds a term in an unfolded text, with any accents, case and spelling. */
export class TermPattern {
  readonly #words: RegExp;
  readonly #parts: RegExp;

  constructor({ words, isPrefix }: SearchTerm) {
    const phrase = phrasePattern(words);
    const [first = '', last = ''] = [words[0], words.at(-1)];
    const begin = isWordAlone(first) ? `(?<!${LETTER})` : '';
    const end = isWordAlone(last) && !isPrefix ? `(?!${LETTER})` : '';
    this.#words = new RegExp(`${begin}${phrase}${end}`, 'u');
    this.#parts = new RegExp(phrase, 'u');
  }

  /** Start of the first match. @param where `parts`: a match may begin and end inside words */
  first(text: string, where: 'words' | 'parts'): number | undefined {
    return this.#pattern(where).exec(text)?.index;
  }

  /** Start and end of all matches. */
  all(text: string, where: 'words' | 'parts'): (readonly [number, number])[] {
    return [...text.matchAll(new RegExp(this.#pattern(where), 'gu'))].map(
      (match) => [match.index, match.index + match[0].length] as const,
    );
  }

  #pattern(where: 'words' | 'parts'): RegExp {
    return where === 'words' ? this.#words : this.#parts;
  }
}

/** False for a letter of a script without spaces between words. */
function isWordAlone(word: string): boolean {
  return wordsOf(`${word}${word}`).length === 1;
}

function phrasePattern([first = '', ...others]: readonly string[]): string {
  let pattern = wordPattern(first);
  let before = first;
  for (const word of others) {
    // Only letters of a script without spaces can be adjacent to other words.
    const isApart = isWordAlone(before) && isWordAlone(word);
    pattern += `${BETWEEN}${isApart ? '+' : '*'}${wordPattern(word)}`;
    before = word;
  }
  return pattern;
}

function wordPattern(word: string): string {
  return `(?:${spellingsOf(word).map(lettersPattern).join('|')})`;
}

function lettersPattern(word: string): string {
  const letters = Array.from(word);
  let pattern = '';
  for (let index = 0; index < letters.length; index += 1) {
    const [one = '', two = ''] = letters.slice(index, index + 2);
    const both = formsOf(one + two);
    if (both === undefined) pattern += letterPattern(one);
    else {
      pattern += `(?:${both}|${letterPattern(one)}${letterPattern(two)})`;
      index += 1;
    }
  }
  return pattern;
}

function letterPattern(letter: string): string {
  return formsOf(letter) ?? escaped(letter);
}

function escaped(letter: string): string {
  return letter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

let forms: Map<string, string> | undefined;

/** Character class of the letters that fold to this text; undefined if there are no other forms. */
function formsOf(folded: string): string | undefined {
  forms ??= allForms();
  const found = forms.get(folded);
  return found === undefined ? undefined : `[${found}]`;
}

function allForms(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [from, to] of FOLDED_RANGES)
    for (let code = from; code < to; code += 1) {
      const letter = String.fromCodePoint(code);
      const folded = fold(letter);
      if (!/^[\p{L}\p{N}]+$/u.test(letter) || !/^[\p{L}\p{N}]{1,2}$/u.test(folded)) continue;
      found.set(folded, `${found.get(folded) ?? ''}${letter}`);
    }
  return found;
}
