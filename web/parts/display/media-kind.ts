/** Kinds of documents that have their own icon. */
export type MediaKind =
  | 'picture'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'document'
  | 'table'
  | 'presentation'
  | 'archive'
  | 'mail'
  | 'code'
  | 'text'
  | 'other';

/** Order matters: the types of Office documents contain `xml`, and that of e-books contains `zip`. */
const KINDS: readonly (readonly [pattern: RegExp, kind: MediaKind])[] = [
  [/^image\//, 'picture'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/pdf/, 'pdf'],
  [/ms-?word|wordprocessing|opendocument\.text|rtf|epub|apple\.pages/, 'document'],
  [/excel|spreadsheet|csv|apple\.numbers/, 'table'],
  [/powerpoint|presentation|apple\.keynote/, 'presentation'],
  [/rfc822|ms-outlook/, 'mail'],
  [/zip|compressed|x-tar|x-7z|rar|x-xz|zstd/, 'archive'],
  [/json|xml|javascript|x-sh|html|yaml|toml|sql|css/, 'code'],
  [/^text\//, 'text'],
];

/** The kind of a document, by its media type. */
export function mediaKindOf(mediaType: string): MediaKind {
  return KINDS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'other';
}
