import type { Document } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { type MediaKind, mediaKindOf } from './media-kind.ts';

/** Formats whose name is not the extension of most files. */
const FORMATS: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/ms-?word|wordprocessing/, 'Word'],
  [/ms-excel|spreadsheetml/, 'Excel'],
  [/ms-powerpoint|presentationml/, 'PowerPoint'],
  [/^application\/pdf$/, 'PDF'],
  [/^application\/zip$/, 'ZIP'],
  [/^image\/jpeg$/, 'JPEG'],
  [/^image\/tiff$/, 'TIFF'],
  [/^image\/png$/, 'PNG'],
  [/^text\/csv$/, 'CSV'],
];

const NOUNS: Readonly<Record<Exclude<MediaKind, 'mail'>, keyof ReturnType<typeof t>['document']['types']>> = {
  picture: 'picture',
  video: 'video',
  audio: 'audio',
  pdf: 'document',
  document: 'document',
  table: 'table',
  presentation: 'presentation',
  archive: 'archive',
  code: 'file',
  text: 'file',
  other: 'file',
};

/** Longer ones are rather a part of the name. */
const EXTENSION = /.\.([a-z0-9]{1,8})$/i;

/**
 * What a document is, in words, such as `Word document`. A format without a known name is called by the extension of
 * its file, otherwise by its media type.
 */
export function mediaNameOf({ name, mime_type: type }: Pick<Document, 'name' | 'mime_type'>): string {
  const texts = t().document;
  const kind = mediaKindOf(type);
  if (kind === 'mail') return texts.mail;
  const extension = EXTENSION.exec(name)?.[1]?.toUpperCase();
  if (type === 'text/plain' && (extension === undefined || extension === 'TXT')) return texts.textFile;
  const format = FORMATS.find(([pattern]) => pattern.test(type))?.[1] ?? extension;
  if (format === undefined) return type;
  // Programs in TypeScript have the extension of a format for videos.
  return texts.types[type === 'video/mp2t' ? 'file' : NOUNS[kind]](format);
}
