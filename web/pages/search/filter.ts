import { account } from '../../api/session.ts';
import { formatDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** Groups of filter terms. */
export const GROUPS = ['kind', 'owner', 'date', 'size'] as const;

/** One of {@link GROUPS}. */
export type Group = (typeof GROUPS)[number];

/** A predefined value of a group. */
export interface FilterChoice {
  readonly label: string;
  readonly terms: readonly string[];
}

const KEYS: Readonly<Record<Group, readonly string[]>> = {
  kind: ['type', 'ext', 'mime'],
  owner: ['owner'],
  date: ['after', 'before'],
  size: ['larger', 'smaller'],
};

const DAY_MS = 24 * 3600 * 1000;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** The terms of a filter that belong to a group. */
export function termsOf(filter: string, group: Group): readonly string[] {
  return split(filter).filter((term) => KEYS[group].includes(keyOf(term)));
}

/** The filter with the terms of a group replaced; an empty list removes them. */
export function withTerms(filter: string, group: Group, terms: readonly string[]): string {
  return [...split(filter).filter((term) => !KEYS[group].includes(keyOf(term))), ...terms].join(' ');
}

function split(filter: string): readonly string[] {
  return filter.split(/[\s,]+/).filter((term) => term !== '');
}

function keyOf(term: string): string {
  return term.replace(/:.*/s, '');
}

/** A day in the format of the API. */
export function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())].join('-');
}

function extensions(...names: readonly string[]): readonly string[] {
  return names.map((name) => `ext:${name}`);
}

function daysAgo(days: number): string {
  return `after:${dayOf(new Date(Date.now() - days * DAY_MS))}`;
}

/** The predefined values of a group. */
export function choicesOf(group: Group): readonly FilterChoice[] {
  const { find } = t();
  const year = new Date().getFullYear();
  const choices: Readonly<Record<Group, readonly FilterChoice[]>> = {
    kind: [
      { label: find.folders, terms: ['type:folder'] },
      { label: find.documents, terms: ['type:file'] },
      { label: find.texts, terms: extensions('docx', 'doc', 'odt', 'rtf', 'txt', 'md') },
      { label: 'PDF', terms: ['ext:pdf'] },
      { label: find.sheets, terms: extensions('xlsx', 'xls', 'ods', 'csv') },
      { label: find.slides, terms: extensions('pptx', 'ppt', 'odp') },
      { label: find.pictures, terms: ['mime:image/*'] },
      { label: find.videos, terms: ['mime:video/*'] },
      { label: find.sounds, terms: ['mime:audio/*'] },
      { label: find.archives, terms: extensions('zip', '7z', 'rar', 'tar', 'gz') },
    ],
    owner: [{ label: find.me, terms: [`owner:${account.value?.login ?? ''}`] }],
    date: [
      { label: find.today, terms: [daysAgo(0)] },
      { label: find.lastWeek, terms: [daysAgo(WEEK_DAYS)] },
      { label: find.lastMonth, terms: [daysAgo(MONTH_DAYS)] },
      { label: find.thisYear, terms: [`after:${String(year)}-01-01`] },
      {
        label: find.lastYear,
        terms: [`after:${String(year - 1)}-01-01`, `before:${String(year)}-01-01`],
      },
    ],
    size: [
      { label: find.under('1 MB'), terms: ['smaller:1M'] },
      { label: find.over('1 MB'), terms: ['larger:1M'] },
      { label: find.over('10 MB'), terms: ['larger:10M'] },
      { label: find.over('100 MB'), terms: ['larger:100M'] },
    ],
  };
  return choices[group];
}

/** The title of a group. */
export function titleOf(group: Group): string {
  const { kind, owner, modified, size } = t();
  return { kind, owner, date: modified, size }[group];
}

/** Terms in words. */
export function wordsOf(group: Group, terms: readonly string[]): string {
  const known = choicesOf(group).find((choice) => isSame(choice.terms, terms));
  return known?.label ?? terms.map(wordOf).join(' ');
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((term) => others.includes(term));
}

function wordOf(term: string): string {
  const key = keyOf(term);
  const value = term.slice(key.length + 1);
  const isTime = (key === 'after' || key === 'before') && !Number.isNaN(Date.parse(value));
  if (!isTime) return value;
  return key === 'after' ? t().find.fromDay(formatDay(value)) : t().find.beforeDay(formatDay(value));
}
