const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Text as it stands between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES.get(character) ?? character);
}

/** A sentence of the description; of Markdown it knows `code`. */
export function prose(text = ''): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

/** The HTML of all items, one after the other. */
export function each<T>(items: readonly T[], html: (item: T) => string): string {
  return items.map((item) => html(item)).join('\n');
}
