import { escapeText } from '../../http/escape.ts';

/** A sentence of the description; of Markdown it knows `code`. */
export function prose(text = ''): string {
  return escapeText(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

/** The HTML of all items, one after the other. */
export function each<T>(items: readonly T[], html: (item: T) => string): string {
  return items.map((item) => html(item)).join('\n');
}
