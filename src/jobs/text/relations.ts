import { posix } from 'node:path';
import type { Zip } from '../formats/zip.ts';
import { localName, readXml } from './xml.ts';

/** A part that another part of an Office file names, such as a sheet of a workbook. */
export interface RelatedPart {
  /** Its name in the archive. */
  readonly path: string;
  /** What the naming part calls it, or ''. */
  readonly title: string;
}

/** More are not looked at. */
const MAX_PARTS = 10_000;

/**
 * The parts that the elements `element` of a part name by the id of a relation, in the order of the document.
 * The numbers in the file names tell nothing of it.
 * @throws {Unreadable} if the archive is damaged
 */
export async function namedParts(zip: Zip, part: string, element: string): Promise<RelatedPart[]> {
  const targets = new Map((await relationsOf(zip, part)).map(({ id, path }) => [id, path]));
  const elements = await elementsOf(zip, part, element);
  return elements.flatMap((attributes) => {
    const path = targets.get(attributes['r:id'] ?? attributes['relationships:id'] ?? '');
    return path === undefined ? [] : [{ path, title: attributes['name'] ?? '' }];
  });
}

/** The parts that belong to a part, whatever they are. */
export async function relationsOf(zip: Zip, part: string): Promise<{ id: string; path: string }[]> {
  const { dir, base } = posix.parse(part);
  const relations = await elementsOf(zip, `${dir}/_rels/${base}.rels`, 'Relationship');
  return relations.map((attributes) => ({
    id: attributes['Id'] ?? '',
    path: posix.resolve('/', dir, attributes['Target'] ?? '').slice(1),
  }));
}

async function elementsOf(
  zip: Zip,
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
