import { posix } from 'node:path';
import type { ZipReader } from '../formats/zip-reader.ts';
import { localName, readXml } from './xml.ts';

/** A part of an Office file that another part refers to, for example a sheet of a workbook. */
export interface RelatedPart {
  /** Path in the archive. */
  readonly path: string;
  /** Name that the referring part gives it, or ''. */
  readonly title: string;
}

/** Maximum number of parts read. */
const MAX_PARTS = 10_000;

/**
 * Parts that the elements `element` of a part refer to by relation ID, in document order. The numbers in the file names
 * do not reflect this order.
 * @throws {Unreadable} if the archive is damaged
 */
export async function namedParts(zip: ZipReader, part: string, element: string): Promise<RelatedPart[]> {
  const targets = new Map((await relationsOf(zip, part)).map(({ id, path }) => [id, path]));
  const elements = await elementsOf(zip, part, element);
  return elements.flatMap((attributes) => {
    const path = targets.get(attributes['r:id'] ?? attributes['relationships:id'] ?? '');
    return path === undefined ? [] : [{ path, title: attributes['name'] ?? '' }];
  });
}

/** All parts related to a part, of any type. */
export async function relationsOf(zip: ZipReader, part: string): Promise<{ id: string; path: string }[]> {
  const { dir, base } = posix.parse(part);
  const relations = await elementsOf(zip, `${dir}/_rels/${base}.rels`, 'Relationship');
  return relations.map((attributes) => ({
    id: attributes['Id'] ?? '',
    path: posix.resolve('/', dir, attributes['Target'] ?? '').slice(1),
  }));
}

async function elementsOf(
  zip: ZipReader,
  part: string,
  element: string,
): Promise<Readonly<Record<string, string>>[]> {
  const found: Readonly<Record<string, string>>[] = [];
  await readXml(zip, part, {
    open: (name, attributes) => {
      if (localName(name) === element) found.push(attributes);
    },
    close: () => undefined,
    text: () => undefined,
    isDone: () => found.length >= MAX_PARTS,
  });
  return found;
}
