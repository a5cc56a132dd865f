import { LRUCache } from 'lru-cache';

const MAX_BODIES = 100;
/** Longer ones are not kept. */
const MAX_CHARACTERS = 4096;

/**
 * Makes a parser of request bodies that keeps what it made of the last 100: clients repeat the same few. What it returns is
 * shared, so nobody may change it. What `parse` throws is not kept.
 */
export function keepParsed<Parsed extends object>(parse: (text: string) => Parsed): (text: string) => Parsed {
  const kept = new LRUCache<string, Parsed>({ max: MAX_BODIES });
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const parsed = parse(text);
    if (text.length <= MAX_CHARACTERS) kept.set(text, parsed);
    return parsed;
  };
}
