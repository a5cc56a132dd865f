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
 * A snippet of text with the matches marked.
 * @param of as the service sends it: escaped, except for `<mark>` (docs/build/contract/search.md §16). It is rendered
 * as text, never as HTML.
 */
export function Snippet({ of: html }: { readonly of: string }) {
  // The group in the pattern makes every second piece a match.
  const pieces = html.split(/<mark>(.*?)<\/mark>/s);
  return (
    <>
      {pieces.map((piece, index) =>
        index % 2 === 1 ? <mark key={index}>{unescaped(piece)}</mark> : unescaped(piece),
      )}
    </>
  );
}
