import { fileTypeFromBuffer } from 'file-type';
import { decode, encodingOf } from './encoding.ts';

/** Format of a content, detected from its bytes alone. */
export type Kind =
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'rtf'
  | 'eml'
  | 'msg'
  | 'html'
  | 'text'
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'bmp'
  | 'tiff'
  | 'webp'
  | 'avif'
  | 'heic'
  | 'empty'
  | 'other';

const HEAD_BYTES = 16 * 1024;
/** PDF readers accept other bytes before the header, up to this offset. */
const PDF_START_BYTES = 1024;

/** Formats by the extension that `file-type` reports. Templates and files with macros are supported too. */
const kinds: Readonly<Record<string, Kind>> = {
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  dotm: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  xltm: 'xlsx',
  pptx: 'pptx',
  pptm: 'pptx',
  potx: 'pptx',
  potm: 'pptx',
  ppsx: 'pptx',
  ppsm: 'pptx',
  odt: 'odt',
  ott: 'odt',
  ods: 'ods',
  ots: 'ods',
  odp: 'odp',
  otp: 'odp',
  jpg: 'jpeg',
  png: 'png',
  apng: 'png',
  gif: 'gif',
  bmp: 'bmp',
  tif: 'tiff',
  webp: 'webp',
  avif: 'avif',
  heic: 'heic',
};

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Signatures of formats that only later bytes identify: ZIP (including Office files), compound files, TIFF, and ID3
 * tags.
 */
const TOLD_LATER = ['504b', 'd0cf11e0', '49492a00', '4d4d002a', '494433'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

/**
 * Whether the beginning of a content is enough to classify it as `other`: a film, a compressed tar archive, encrypted
 * data.
 * @param head at least the first 64 KiB, which is the sample size of the encoding detection
 */
export async function beginsAsOther(head: Uint8Array): Promise<boolean> {
  const isToldLater = TOLD_LATER.some((bytes) => bytes.equals(head.subarray(0, bytes.length)));
  return !isToldLater && (await kindOf(head)) === 'other';
}

/** Detects the format of a content; `other` if the format is unknown or damaged beyond recognition. */
export async function kindOf(content: Uint8Array): Promise<Kind> {
  if (content.length === 0) return 'empty';
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  if (head.startsWith('%PDF-')) return 'pdf';
  if (/^\s*\{\\rtf/.test(head)) return 'rtf';
  if (isMail(head)) return 'eml';
  if (bytes.subarray(0, compoundFile.length).equals(compoundFile)) return kindOfCompoundFile(bytes);
  // Before the signature check: some signatures are only two letters, and a text may begin with them.
  const encoding = encodingOf(bytes);
  if (encoding) return isHtml(decode(bytes.subarray(0, HEAD_BYTES), encoding)) ? 'html' : 'text';
  if (head.slice(0, PDF_START_BYTES).includes('%PDF-')) return 'pdf';
  return (await kindBySignature(bytes)) ?? 'other';
}

async function kindBySignature(bytes: Buffer): Promise<Kind | undefined> {
  try {
    const type = await fileTypeFromBuffer(bytes);
    return type && kinds[type.ext];
  } catch {
    return undefined;
  }
}

/**
 * Names in compound files are UTF-16. An encrypted Office file is a compound file; the reader of `docx` reports the
 * password.
 */
function kindOfCompoundFile(bytes: Buffer): Kind {
  if (bytes.includes('EncryptedPackage', 0, 'utf16le')) return 'docx';
  return bytes.includes('__properties_version1.0', 0, 'utf16le') ? 'msg' : 'other';
}

/** Skips an XML declaration and comments before the first tag. */
function isHtml(head: string): boolean {
  const beginning = /\s*(?:<!--|<\?|<(?:!doctype\s+html|html|head|body)\b)/iy;
  for (let match = beginning.exec(head); match; match = beginning.exec(head)) {
    const isPage = !match[0].endsWith('<!--') && !match[0].endsWith('<?');
    if (isPage) return true;
    const end = head.indexOf('>', beginning.lastIndex);
    if (end === -1) return false;
    beginning.lastIndex = end + 1;
  }
  return false;
}

/** An e-mail begins with header lines (RFC 5322), at least two of which occur only in e-mails. */
function isMail(head: string): boolean {
  const block = /^(?:[!-9;-~]{1,76}:[^\n]*\n(?:[ \t][^\n]*\n)*)+/.exec(head)?.[0];
  if (!block) return false;
  const names = /^(?:from|to|subject|date|message-id|received|return-path|mime-version)(?=:)/gim;
  const found = new Set(block.match(names)?.map((name) => name.toLowerCase()));
  return found.size >= 2;
}
