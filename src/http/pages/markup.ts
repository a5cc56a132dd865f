import type { Language } from '../../model/people/user.ts';
import { escapeText } from '../content/escape.ts';
import { STYLE } from './style.ts';

/** HTML text: every value in it is escaped already. */
export interface Html {
  readonly html: string;
}

type Value = Html | string | number | readonly Html[] | undefined | false;

/** Joins HTML and values; values are escaped. Nothing else makes HTML here. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: parts.map((part, index) => part + htmlOf(values[index])).join('') };
}

function htmlOf(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map((each) => each.html).join('');
}

/** A whole page. @param title text of the tab */
export function page({ language }: { readonly language: Language }, title: string, body: Html): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeText(title)}</title><style>${STYLE}</style></head>
<body><main>${body.html}</main></body></html>
`;
}
