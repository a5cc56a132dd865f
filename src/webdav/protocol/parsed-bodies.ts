import { LRUCache } from 'lru-cache';

const MAX_BODIES = 100;
/** Longer bodies are not cached. */
const MAX_CHARACTERS = 4096;

/**
 * Wraps a parser of request bodies with an LRU cache of 100 results, because clients repeat the same few bodies.
 * Callers share the results and must not change them. Errors of `parse` are not cached.
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
