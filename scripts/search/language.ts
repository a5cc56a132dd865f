import { Random } from '../crash/random.ts';

const ONSETS = 'b d f g h k l m n p r s t w z sch st br kr tr gl fl'.split(' ');
const VOWELS = 'a e i o u e e ei ie au ä ö ü'.split(' ');
const ENDS = ['', '', 'n', 'r', 's', 't', 'ng', 'ch', 'l', 'rt', 'cht'];

const WORDS = 60_000;
const FEWEST_WORDS = 50;
const MOST_WORDS = 350;

/** Generated words that look like German. The word of rank `n` is about `n` times rarer than the first (Zipf's law). */
export class Language {
  readonly #words: readonly string[];
  /** Cumulative frequency of the words up to each rank, as a share of all words. */
  readonly #shares: Float64Array;

  constructor() {
    const random = new Random(1);
    const words = new Set<string>();
    while (words.size < WORDS) words.add(wordOf(random, words.size));
    this.#words = [...words];
    this.#shares = new Float64Array(WORDS);
    let sum = 0;
    for (let rank = 0; rank < WORDS; rank += 1) {
      sum += 1 / (rank + 1);
      this.#shares[rank] = sum;
    }
    this.#shares = this.#shares.map((share) => share / sum);
  }

  /** @param rank from 0 for the most frequent word */
  word(rank: number): string {
    return this.#words[rank] ?? '';
  }

  /** The text of a document. Equal numbers produce equal texts. */
  text(number: number): string {
    const random = new Random(number);
    const length = FEWEST_WORDS + random.below(MOST_WORDS - FEWEST_WORDS + 1);
    const words = Array.from({ length }, () => this.word(this.#rank(random.next())));
    return words.map((word, index) => (index % 12 === 11 ? `${word}.\n` : `${word} `)).join('');
  }

  #rank(share: number): number {
    let [low, high] = [0, WORDS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#shares[middle] ?? 1) < share) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Frequent words are short. */
function wordOf(random: Random, rank: number): string {
  const syllables = 1 + random.below(rank < 200 ? 2 : 4);
  const syllable = () => [ONSETS, VOWELS, ENDS].map((parts) => random.pick(parts) ?? '').join('');
  return Array.from({ length: syllables }, syllable).join('');
}
