import { splitExtension } from '../../model/entries/names.ts';
import { isKnownExtension } from '../versions/versions.ts';
import { familyOf } from './signatures.ts';

/** Longest extension that counts as one. Those of ransomware can be longer than those of formats. */
const MAX_LENGTH = 64;
/**
 * Extensions without a media type that programs give to files of any format: backups, unfinished downloads, conflicts,
 * files that a program has worked off, and encryption that users choose.
 */
const HARMLESS = new Set(
  (
    'bak backup old orig original save saved tmp temp part partial filepart crdownload download swp swo lock lck ' +
    'disabled sample dist default done processed new keep local remote base conflict ' +
    'idx pack rev bitmap graph gpg asc sig age kdbx hc tc vc difftar sigtar manifest'
  ).split(' '),
);
/** Numbers of old versions (`log.1`), of conflicts (`conflict1`, `path2`), and `jpg_original` of ExifTool. */
const HARMLESS_FORM = /^(?:\d+|(?:conflict|path)\d+|.*~|.*_original)$/;

/** The extension of a name, without its dot, in lower case; empty: none. */
export function extensionOf(name: string): string {
  const short = splitExtension(name)[1];
  if (short !== '') return short.slice(1).toLowerCase();
  const dot = name.lastIndexOf('.');
  const long = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  return long.length <= MAX_LENGTH && !/\s/.test(long) ? long : '';
}

/** True for an extension that names a format. */
function isKnown(extension: string): boolean {
  return familyOf(extension) !== undefined || (extension !== '' && isKnownExtension(`.${extension}`));
}

/** True for an extension that neither names a format nor is given by harmless programs. False for no extension. */
export function isSuspect(extension: string): boolean {
  if (extension === '' || /\s/.test(extension) || isKnown(extension)) return false;
  return !HARMLESS.has(extension) && !HARMLESS_FORM.test(extension);
}

/**
 * The unknown extension that a document got with its new name, if its former name had a known one, or if the extension
 * was appended; undefined: it got none.
 */
export function suspectExtension(from: string, to: string): string | undefined {
  const extension = extensionOf(to);
  if (!isSuspect(extension) || extension === extensionOf(from)) return undefined;
  return isKnown(extensionOf(from)) || to.startsWith(`${from}.`) ? extension : undefined;
}
