/** Formats whose contents programs exchange under the same extensions. */
export type Family = BinaryFamily | 'text';

/** A {@link Family} whose contents begin with a signature. */
export type BinaryFamily = 'pdf' | 'office' | 'picture' | 'film' | 'archive' | 'rtf' | 'database';

/** PDF readers accept other bytes before `%PDF-`, up to this offset. */
const PDF_START_BYTES = 1024;

const ZIP = '504b0304 504b0506 504b0708';
/** ISO base media files: MP4, QuickTime, HEIC, AVIF, CR3. */
const BOXES = '66747970@4 6d6f6f76@4 6d646174@4 66726565@4 736b6970@4 77696465@4';
/** Two packets of an MPEG transport stream, without and with time codes. */
const TRANSPORT_STREAM = [0, 4].map((at) => `47${'..'.repeat(187 + at)}47@${String(at)}`).join(' ');

/**
 * Signatures in hexadecimal, each with its offset after `@`; default: 0. A dot is any half byte. A password-protected
 * Office file is a compound file (d0cf…).
 */
const SIGNATURES: Readonly<Record<BinaryFamily, string>> = {
  pdf: '25215053',
  office: `${ZIP} d0cf11e0a1b11ae1 7b5c727466`,
  picture:
    `ffd8ff 89504e470d0a1a0a 47494638 424d......0000 52494646........57454250 49492a00 4d4d002a 49492b00 4d4d002b ` +
    `38425053 00000100 ff0a 0000000c4a584c20 0000000c6a502020 49495500 4949524f 46554a4946494c4d ${BOXES}`,
  film:
    `${BOXES} 1a45dfa3 52494646 4f676753 664c6143 494433 3026b2758e66cf11 464c5601 fffb fffa fff3 fff2 fff1 fff9 ` +
    `000001ba 000001b3 464f524d ${TRANSPORT_STREAM}`,
  archive:
    `${ZIP} 377abcaf271c 526172211a07 1f8b08 425a68 fd377a585a00 28b52ffd 04224d18 4d534346 7573746172@257 ` +
    '789c 7801 78da 785e',
  rtf: '7b5c727466',
  database: '53514c69746520666f726d6174203300',
};

const EXTENSIONS: Readonly<Record<Family, string>> = {
  pdf: 'pdf ai',
  office:
    'docx docm dotx dotm xlsx xlsm xltx xltm xlsb pptx pptm ppsx potx vsdx odt ods odp odg odf odb ott ots otp ' +
    'epub pages numbers doc dot xls xlt ppt pps vsd msg mpp pub',
  picture:
    'jpg jpeg jpe png gif tif tiff bmp webp heic heif avif psd ico jxl jp2 cr2 cr3 nef arw dng orf rw2 raf pef srw',
  film: 'mp4 m4v m4a mov avi mkv webm mp3 wav flac ogg oga ogv opus wmv wma mpg mpeg aac aif aiff 3gp mts m2ts flv',
  archive: 'zip 7z rar gz tgz bz2 xz zst tar jar cab',
  rtf: 'rtf',
  database: 'sqlite sqlite3',
  text:
    'txt text csv tsv md markdown log xml xhtml html htm json jsonl js mjs cjs ts tsx jsx css scss less svg yml yaml ' +
    'ini conf cfg toml properties tex bib eml ics vcf sql sh bash bat cmd ps1 py rb pl php java kt c h cc cpp hpp cs ' +
    'go rs swift r srt vtt diff patch po gpx kml geojson',
};

/** Extensions of old Office formats, under which programs also store web pages, and texts with tabs. */
const MAY_BE_TEXT = new Set(['doc', 'dot', 'xls', 'xlt', 'ppt', 'pps', 'msg']);

const FAMILIES: ReadonlyMap<string, Family> = new Map(
  Object.entries(EXTENSIONS).flatMap(([family, extensions]) =>
    extensions
      .split(' ')
      .map((extension): [string, Family] => [extension, isFamily(family) ? family : 'text']),
  ),
);

function isFamily(name: string): name is Family {
  return name in EXTENSIONS;
}

/**
 * The family that an extension names.
 * @param extension without its dot
 * @returns undefined if its contents have no signature that is checked
 */
export function familyOf(extension: string): Family | undefined {
  return FAMILIES.get(extension.toLowerCase());
}

/** True if a file with this extension (without its dot) can also be a text. */
export function mayBeText(extension: string): boolean {
  return MAY_BE_TEXT.has(extension.toLowerCase());
}

interface Signature {
  /** A mask and a value for each byte. */
  readonly bytes: readonly (readonly [mask: number, value: number])[];
  readonly offset: number;
}

function parsed(signature: string): Signature {
  const [pattern = '', offset = '0'] = signature.split('@');
  const pairs = pattern.match(/../g) ?? [];
  const bytes = pairs.map((pair): readonly [number, number] => [
    Number.parseInt(pair.replaceAll(/[^.]/g, 'f').replaceAll('.', '0'), 16),
    Number.parseInt(pair.replaceAll('.', '0'), 16),
  ]);
  return { bytes, offset: Number(offset) };
}

const PARSED: ReadonlyMap<string, readonly Signature[]> = new Map(
  Object.entries(SIGNATURES).map(([family, signatures]) => [family, signatures.split(' ').map(parsed)]),
);

/** True if a content begins as those of the family. */
export function beginsAs(family: string, head: Buffer): boolean {
  if (family === 'pdf' && head.subarray(0, PDF_START_BYTES).includes('%PDF-')) return true;
  const signatures = PARSED.get(family) ?? [];
  return signatures.some(
    ({ bytes, offset }) =>
      head.length >= offset + bytes.length &&
      bytes.every(([mask, value], index) => ((head[offset + index] ?? 0) & mask) === value),
  );
}

/** True if a content begins as those of any family with signatures. */
export function hasSignature(head: Buffer): boolean {
  return [...PARSED.keys()].some((family) => beginsAs(family, head));
}
