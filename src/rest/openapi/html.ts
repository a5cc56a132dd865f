import { escapeText } from '../../http/content/escape.ts';

/** HTML of a Markdown text. The only markup that it knows is `code`; all else is escaped. */
export function markdownHtml(text = ''): string {
  return escapeText(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

/** The HTML of all items, one per line. */
export function joinHtml<T>(items: readonly T[], html: (item: T) => string): string {
  return items.map((item) => html(item)).join('\n');
}
