const CHARACTERS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

function unescaped(html: string): string {
  return html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => CHARACTERS[entity] ?? entity);
}

/** The text of a snippet without its marks. */
export function textOf(snippet: string): string {
  return unescaped(snippet.replaceAll(/<\/?mark>/g, ''));
}

/**
 * A piece of text with what was found in it marked.
 * @param of as the service sends it: escaped, but for `<mark>` (docs/build/contract/search.md §16). It is shown as text, never as HTML.
 */
export function Snippet({ of: html }: { readonly of: string }) {
  // With a group in the pattern, every second piece is one that was found.
  const pieces = html.split(/<mark>(.*?)<\/mark>/s);
  return (
    <>
      {pieces.map((piece, index) =>
        index % 2 === 1 ? <mark key={index}>{unescaped(piece)}</mark> : unescaped(piece),
      )}
    </>
  );
}
