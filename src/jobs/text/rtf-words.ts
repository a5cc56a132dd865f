/** Control words that represent characters. */
export const characters: ReadonlyMap<string, string> = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['sect', '\n'],
  ['page', '\n'],
  ['column', '\n'],
  ['row', '\n'],
  ['footnote', '\n'],
  ['annotation', '\n'],
  ['cell', '\t'],
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['~', ' '],
  ['_', '-'],
  ['{', '{'],
  ['}', '}'],
  ['\\', '\\'],
  ['\n', '\n'],
  ['\r', '\n'],
]);

/**
 * Destinations that are not text of the document, and deleted text that can be restored. Other hidden destinations
 * begin with `\*`.
 */
export const hiddenDestinations: ReadonlySet<string> = new Set([
  'atrfend',
  'atrfstart',
  'colortbl',
  'datafield',
  'datastore',
  'deleted',
  'filetbl',
  'fldinst',
  'info',
  'listtable',
  'listoverridetable',
  'nonshppict',
  'objdata',
  'panose',
  'pict',
  'revtbl',
  'rsidtbl',
  'sp',
  'stylesheet',
  'template',
  'xmlnstbl',
]);

/** Destinations that begin with `\*` but are text: notes, comments, and text in drawings. */
export const shownDestinations: ReadonlySet<string> = new Set([
  'annotation',
  'footnote',
  'shpinst',
  'shptxt',
]);

/** Encodings of fonts by `\fcharset`. */
export const encodingsOfFonts: ReadonlyMap<number, string> = new Map([
  [0, 'windows-1252'],
  [77, 'macintosh'],
  [128, 'shift_jis'],
  [129, 'euc-kr'],
  [134, 'gb18030'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
]);

/**
 * Encodings of East Asian and other special code pages. Other code pages have the label `windows-` and their number.
 */
const encodingsOfCodePages: ReadonlyMap<number, string> = new Map([
  [932, 'shift_jis'],
  [936, 'gb18030'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10000, 'macintosh'],
  [65001, 'utf-8'],
]);

export function encodingOfCodePage(codePage: number): string {
  return encodingsOfCodePages.get(codePage) ?? `windows-${codePage}`;
}
