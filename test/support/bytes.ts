import type { OpenedDocument } from '../../src/core/entries/documents.ts';

/** The bytes of a content, or of a range of it. */
export async function bytesOf(
  content: OpenedDocument['content'],
  range = { start: 0, end: content.size - 1 },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await content.read(range, (piece) => {
    pieces.push(Buffer.from(piece));
    return Promise.resolve();
  });
  return Buffer.concat(pieces);
}
