/** Translations of the service's messages. */
export interface MessageTexts {
  /** Templates by message code; `{name}` is the placeholder of a fact. */
  readonly texts: Readonly<Record<string, string>>;
  /** Translations of words in facts, by the name of the fact. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
