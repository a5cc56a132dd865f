import type { Entry } from '../../api/records.ts';

/** A program outside of the browser that edits documents. */
export interface Program {
  /** Name of the product, the same in all languages. */
  readonly name: string;
  /** Link that opens the document at a URL in the program, for editing. */
  readonly linkTo: (url: string) => string;
}

const byScheme = (name: string, scheme: string): Program => ({
  name,
  linkTo: (url) => `${scheme}:ofe|u|${url}`,
});

const WORD = byScheme('Word', 'ms-word');
const EXCEL = byScheme('Excel', 'ms-excel');
const POWERPOINT = byScheme('PowerPoint', 'ms-powerpoint');
const LIBREOFFICE = byScheme('LibreOffice', 'vnd.libreoffice.command');

const BY_EXTENSION: ReadonlyMap<string, readonly Program[]> = new Map(
  (
    [
      [
        [WORD, LIBREOFFICE],
        ['doc', 'docm', 'docx', 'dot', 'dotm', 'dotx', 'odt', 'rtf'],
      ],
      [
        [EXCEL, LIBREOFFICE],
        ['csv', 'ods', 'xls', 'xlsb', 'xlsm', 'xlsx', 'xlt', 'xltm', 'xltx'],
      ],
      [
        [POWERPOINT, LIBREOFFICE],
        ['odp', 'pot', 'potm', 'potx', 'pps', 'ppsx', 'ppt', 'pptm', 'pptx'],
      ],
      [[LIBREOFFICE], ['fodg', 'fodp', 'fods', 'fodt', 'odf', 'odg', 'ott', 'otp', 'ots', 'vsd', 'vsdx']],
    ] as const
  ).flatMap(([programs, extensions]) => extensions.map((extension) => [extension, programs] as const)),
);

/** Phones and tablets: their programs do not open addresses of a service in an office reliably. */
const touch = matchMedia('(hover: none) and (pointer: coarse)');

/** Programs on this device that edit an entry, by the extension of its name. */
export function programsFor({ name, type }: Pick<Entry, 'name' | 'type'>): readonly Program[] {
  if (type !== 'file' || touch.matches) return [];
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION.get(extension) ?? [];
}
