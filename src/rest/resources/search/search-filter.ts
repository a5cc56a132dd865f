import { parseSize } from '../../../config/values.ts';
import type { SearchFilter } from '../../../core/browse/browse.ts';
import { invalid } from '../../../model/errors/errors.ts';
import { parseTime } from '../../http/http.ts';

/** Filter under construction. */
type Draft = { -readonly [Key in keyof SearchFilter]: SearchFilter[Key] };

/** Adds one value to the filter. Returns false if the value is invalid, or if a second value is not allowed. */
type Reader = (draft: Draft, value: string) => boolean;

const KINDS: ReadonlyMap<string, 'file' | 'folder'> = new Map([
  ['file', 'file'],
  ['folder', 'folder'],
]);

function readKind(draft: Draft, value: string): boolean {
  const kind = KINDS.get(value);
  if (kind === undefined || draft.kind !== undefined) return false;
  draft.kind = kind;
  return true;
}

function readExtension(draft: Draft, value: string): boolean {
  const extension = value.replace(/^\./, '').toLowerCase();
  draft.extensions = [...(draft.extensions ?? []), extension];
  return extension !== '';
}

function readMime(draft: Draft, value: string): boolean {
  draft.mimeTypes = [...(draft.mimeTypes ?? []), value.toLowerCase()];
  return /^[\w.+-]+\/(?:\*|[\w.+-]+)$/.test(value);
}

function readOwner(draft: Draft, value: string): boolean {
  if (draft.owner !== undefined) return false;
  draft.owner = value;
  return true;
}

function readTime(key: 'after' | 'before'): Reader {
  return (draft, value) => {
    const time = parseTime(value);
    if (time === undefined || draft[key] !== undefined) return false;
    draft[key] = time;
    return true;
  };
}

function readSize(key: 'larger' | 'smaller'): Reader {
  return (draft, value) => {
    const bytes = parseSize(value);
    if (bytes === undefined || draft[key] !== undefined) return false;
    draft[key] = bytes;
    return true;
  };
}

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['type', readKind],
  ['ext', readExtension],
  ['mime', readMime],
  ['owner', readOwner],
  ['after', readTime('after')],
  ['before', readTime('before')],
  ['larger', readSize('larger')],
  ['smaller', readSize('smaller')],
]);

/** Maximum number of terms in one filter. Each term is compared with every entry that the words match. */
const MAX_TERMS = 32;

/**
 * Parses the `filter` of a search: terms `key:value`, separated by spaces or commas. `ext` and `mime` may occur several
 * times; an entry must then match one of the values. Other keys may occur once. Duplicate terms count once.
 * @throws {DmsError} invalid (filter): too many terms, or the first bad term
 */
export function parseSearchFilter(text: string): SearchFilter {
  const draft: Draft = {};
  const terms = [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))];
  if (terms.length > MAX_TERMS)
    throw invalid('filter', 'too_many_terms', { terms: terms.length, maximum: MAX_TERMS });
  for (const term of terms) {
    const colon = term.indexOf(':');
    const key = colon < 0 ? term : term.slice(0, colon);
    const value = colon < 0 ? '' : term.slice(colon + 1);
    const read = READERS.get(key);
    if (read === undefined) {
      throw invalid('filter', 'filter_key_unknown', { key, keys: [...READERS.keys()].join(', ') });
    }
    if (value === '' || !read(draft, value)) {
      throw invalid('filter', 'filter_value_not_valid', { key });
    }
  }
  return draft;
}
