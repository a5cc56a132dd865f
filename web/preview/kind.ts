import type { PreviewedVersion } from './previewed-version.ts';

/** Kinds of previews. */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'audio' | 'video' | 'office' | 'other';

/** Maximum size of a text that is shown, in bytes. */
export const MAX_TEXT = 1024 * 1024;

/** Extensions that are shown as text whatever their media type (`.ts` is also a video format). */
const CODE =
  /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|ini|conf|cfg|env|log|md|csv|tsv|sql|sh|bash|zsh|ps1|bat|cmd|py|rb|php|pl|rs|go|java|kt|swift|cs|c|h|cc|cpp|hpp|lua|r|tex|bib|diff|patch|css|scss|html?|xhtml|xml|xsl|svelte|vue|gitignore|ics|vcf|srt|vtt)$/i;

const KINDS: readonly (readonly [pattern: RegExp, kind: PreviewKind])[] = [
  [/^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon|apng)$/, 'image'],
  [/^application\/pdf$/, 'pdf'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/^image\/|msword|ms-excel|ms-powerpoint|ms-outlook|officedocument|opendocument|rtf|rfc822/, 'office'],
  [/^text\/|json|xml|javascript|x-sh|yaml|toml|sql/, 'text'],
];

/** The kind of preview for a content. Depends only on its name and media type, not on the bytes. */
export function kindOf({ name, mime_type: type }: Pick<PreviewedVersion, 'name' | 'mime_type'>): PreviewKind {
  if (CODE.test(name)) return 'text';
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}
