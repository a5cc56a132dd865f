import { escapeText } from '../../http/content/escape.ts';

/** Renders Markdown as HTML. Supports only `code`; everything else is escaped. */
export function markdownHtml(text = ''): string {
  return escapeText(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

/** HTML of all items, one per line. */
export function joinHtml<T>(items: readonly T[], html: (item: T) => string): string {
  return items.map((item) => html(item)).join('\n');
}
