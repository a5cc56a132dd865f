import { formatMoment, formatNumber } from './format.ts';
import { language } from './language.ts';
import { t } from './text.ts';

/** Values for the placeholders of a message, by name. */
export type Facts = Readonly<Record<string, string | number>>;

/** A message as the service sends it (docs/build/messages.md). */
export interface MessageData {
  readonly code: string;
  readonly facts: Facts;
}

const MOMENTS: ReadonlySet<string> = new Set(['at', 'end', 'since', 'until']);
/** Facts that are amounts. Other numbers, such as ids, are not formatted. */
const AMOUNTS: ReadonlySet<string> = new Set(['count', 'expected', 'maximum', 'minimum', 'terms']);

/**
 * A message of the service in the language of the page.
 * @param english the service's text, used for a code without a translation, such as one of a later release
 */
export function said(code: string, facts: Facts, english: string): string {
  const text = new Map<string, string>(Object.entries(t().messages.texts)).get(code);
  if (text === undefined) return withMoments(english, facts);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => factSaid(name, facts[name] ?? ''));
}

/** All errors in the fields of a request, as one text. @param english the service's text for all of them */
export function saidTogether(faults: readonly string[], english: string): string {
  // The English texts need the field names, which only the service's text has. Texts in other languages are full
  // sentences.
  return language.value === 'en' || faults.length === 0 ? english : t().faults(faults);
}

/** Like {@link said}, for a stored message. @param data null if an earlier release stored it */
export function saidOf(data: MessageData | null | undefined, english: string): string {
  return data ? said(data.code, data.facts, english) : english;
}

/** A fact of a message in the language of the page: words, times and numbers. */
export function factSaid(name: string, fact: string | number): string {
  if (MOMENTS.has(name)) return momentOf(fact);
  if (AMOUNTS.has(name) && typeof fact === 'number') return formatNumber(fact);
  const words = new Map(Object.entries(t().messages.words)).get(name);
  if (words === undefined) return String(fact);
  const named = String(fact)
    .split(', ')
    .map((word) => new Map(Object.entries(words)).get(word) ?? word);
  // Verbs are joined by "or": "You may not read or change".
  return name === 'verbs'
    ? new Intl.ListFormat(language.value, { type: 'disjunction' }).format(named)
    : named.join(', ');
}

function momentOf(fact: string | number): string {
  return Number.isNaN(Date.parse(String(fact))) ? String(fact) : formatMoment(String(fact));
}

/** Formats the timestamps in a text of the service. */
function withMoments(text: string, facts: Facts): string {
  return Object.entries(facts).reduce(
    (made, [name, fact]) => (MOMENTS.has(name) ? made.replaceAll(String(fact), () => momentOf(fact)) : made),
    text,
  );
}
