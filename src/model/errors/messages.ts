import { ACCOUNT_TEXTS } from './messages/accounts.ts';
import { ACTIVITY_TEXTS } from './messages/activity.ts';
import { ENTRY_TEXTS } from './messages/entries.ts';
import { FIELD_TEXTS } from './messages/fields.ts';
import { RENDITION_TEXTS } from './messages/renditions.ts';
import { SERVICE_TEXTS } from './messages/service.ts';
import { SHARE_TEXTS } from './messages/shares.ts';

/**
 * All messages that a request can be refused with, all texts of the activity log, and all reasons why a document has no
 * text or thumbnail: English texts by code. Codes are part of the contract
 * (docs/build/contract/rest.md §5) and stay; texts may change. `{name}` is a fact. No two texts are the same.
 */
export const TEXTS = {
  ...FIELD_TEXTS,
  ...ENTRY_TEXTS,
  ...SHARE_TEXTS,
  ...ACCOUNT_TEXTS,
  ...SERVICE_TEXTS,
  ...ACTIVITY_TEXTS,
  ...RENDITION_TEXTS,
} as const;

/** The code of a message, by which clients know it. */
export type MessageCode = keyof typeof TEXTS;

/** What a message says beside its fixed words, by the names in its text. */
export type Facts = Readonly<Record<string, string | number>>;

type FactNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | FactNames<Rest>
  : never;

/** The facts of a message, as arguments: none if its text has none. */
export type FactsOf<Code extends MessageCode> = [FactNames<(typeof TEXTS)[Code]>] extends [never]
  ? []
  : [facts: { readonly [Name in FactNames<(typeof TEXTS)[Code]>]: string | number }];

/** A sentence for users, or words that complete the name of a field. */
export interface Message {
  readonly code: MessageCode;
  readonly facts: Facts;
  /** In English, with the facts in it. */
  readonly text: string;
}

/** A message that was kept, perhaps by an earlier release: the code may be one that this release does not have. */
export interface MessageData {
  readonly code: string;
  readonly facts: Facts;
}

/** Makes a message of the catalogue: `message('name_taken', { name })`. */
export function message<Code extends MessageCode>(code: Code, ...facts: FactsOf<Code>): Message {
  return filled(code, ...facts);
}

function filled(code: MessageCode, ...[facts = {}]: readonly Facts[]): Message {
  return {
    code,
    facts,
    text: TEXTS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name])),
  };
}
