import { formatMoment, formatNumber } from './format.ts';
import { language, t } from './text.ts';

/** What a message says beside its fixed words, by name. */
export type Facts = Readonly<Record<string, string | number>>;

/** What the service sends in place of a text (docs/build/messages.md). */
export interface MessageData {
  readonly code: string;
  readonly facts: Facts;
}

const MOMENTS: ReadonlySet<string> = new Set(['end', 'until']);
/** Other numbers are numbers of something, such as ids. */
const AMOUNTS: ReadonlySet<string> = new Set(['count', 'expected', 'maximum', 'minimum', 'terms']);

/**
 * A message of the service in the language of the page.
 * @param english what the service says, for a code that the language has no text for: one of a later release
 */
export function said(code: string, facts: Facts, english: string): string {
  const text = new Map<string, string>(Object.entries(t().messages.texts)).get(code);
  if (text === undefined) return withMoments(english, facts);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => factSaid(name, facts[name] ?? ''));
}

/** All that is wrong with the fields of a request, as one text. @param english what the service says of them together */
export function saidTogether(faults: readonly string[], english: string): string {
  // Its English texts need the names of the fields; others are sentences.
  return language.value === 'en' || faults.length === 0 ? english : t().faults(faults);
}

/** As {@link said}, of a message that the service keeps. @param data null if an earlier release kept it */
export function saidOf(data: MessageData | null | undefined, english: string): string {
  return data ? said(data.code, data.facts, english) : english;
}

/** A fact of a message in the language of the page: its words, times and numbers. */
export function factSaid(name: string, fact: string | number): string {
  if (MOMENTS.has(name)) return momentOf(fact);
  if (AMOUNTS.has(name) && typeof fact === 'number') return formatNumber(fact);
  const words = new Map(Object.entries(t().messages.words)).get(name);
  if (words === undefined) return String(fact);
  const named = String(fact)
    .split(', ')
    .map((word) => new Map(Object.entries(words)).get(word) ?? word);
  // "You may not read or change" it.
  return name === 'verbs'
    ? new Intl.ListFormat(language.value, { type: 'disjunction' }).format(named)
    : named.join(', ');
}

function momentOf(fact: string | number): string {
  return Number.isNaN(Date.parse(String(fact))) ? String(fact) : formatMoment(String(fact));
}

/** Moments as pages write them, in a text that the service has made. */
function withMoments(text: string, facts: Facts): string {
  return Object.entries(facts).reduce(
    (made, [name, fact]) => (MOMENTS.has(name) ? made.replaceAll(String(fact), () => momentOf(fact)) : made),
    text,
  );
}
