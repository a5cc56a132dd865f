import { ACCOUNT_TEXTS } from './messages/accounts.ts';
import { ACTIVITY_TEXTS } from './messages/activity.ts';
import { ENTRY_TEXTS } from './messages/entries.ts';
import { FIELD_TEXTS } from './messages/fields.ts';
import { RENDITION_TEXTS } from './messages/renditions.ts';
import { SERVICE_TEXTS } from './messages/service.ts';
import { SHARE_TEXTS } from './messages/shares.ts';

/**
 * All error messages of requests, all texts of the activity log, and all reasons why a document has no text or
 * thumbnail: English texts by code. Codes are part of the contract (docs/build/contract/rest.md §5) and never change;
 * texts may change. `{name}` is the placeholder of a fact. No two texts are the same.
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

/** The code by which clients identify a message. */
export type MessageCode = keyof typeof TEXTS;

/** Values for the placeholders of a message, by name. */
export type Facts = Readonly<Record<string, string | number>>;

type FactNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | FactNames<Rest>
  : never;

/** The facts of a message as function arguments: none if its text has no placeholder. */
export type FactsOf<Code extends MessageCode> = [FactNames<(typeof TEXTS)[Code]>] extends [never]
  ? []
  : [facts: { readonly [Name in FactNames<(typeof TEXTS)[Code]>]: string | number }];

/** A sentence for users, or words that complete the name of a field. */
export interface Message {
  readonly code: MessageCode;
  readonly facts: Facts;
  /** English text, with the facts filled in. */
  readonly text: string;
}

/** A stored message. An earlier release may have written it, so this release may not know its code. */
export interface MessageData {
  readonly code: string;
  readonly facts: Facts;
}

/** Creates a message of the catalogue: `message('name_taken', { name })`. */
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

/** The English text of a stored message; its code, if this release does not know it. */
export function textOfMessage({ code, facts }: MessageData): string {
  return isCode(code) ? filled(code, facts).text : code;
}

function isCode(code: string): code is MessageCode {
  return Object.hasOwn(TEXTS, code);
}

/** Reads a stored message. @param json as written of {@link MessageData} @returns null if it is something else */
export function parsedMessage(json: string): MessageData | null {
  const data: unknown = JSON.parse(json);
  return isData(data) ? data : null;
}

function isData(data: unknown): data is MessageData {
  if (typeof data !== 'object' || data === null || !('code' in data && 'facts' in data)) return false;
  return typeof data.code === 'string' && typeof data.facts === 'object' && data.facts !== null;
}
