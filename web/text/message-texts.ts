/** What goes by the code of a message of the service. */
export interface MessageTexts {
  /** By code; `{name}` is a fact. */
  readonly texts: Readonly<Record<string, string>>;
  /** What words in facts are called, by the name of the fact. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
