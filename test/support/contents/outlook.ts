import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js';

/** A mail property ([MS-OXMSG] 2.1): its tag and type in hexadecimal, and its value. */
export type Property = readonly [tag: string, value: string | Buffer];

export interface OutlookMail {
  readonly properties: readonly Property[];
  readonly attachments?: readonly (readonly Property[])[];
}

/** A mail in Outlook's format. Texts are encoded as UTF-16 if the type of the property is 001F. */
export function outlookMail({ properties, attachments = [] }: OutlookMail): Buffer {
  const root: Entry = { name: 'Root Entry', type: TypeEnum.ROOT, length: 0, children: [] };
  const entries = [root];
  const add = (parent: Entry, entry: Entry) => {
    parent.children?.push(entries.length);
    entries.push(entry);
    return entry;
  };
  for (const property of properties) add(root, streamOf(property));
  add(root, stream('__properties_version1.0', Buffer.alloc(32)));
  for (const [number, attachment] of attachments.entries()) {
    const name = `__attach_version1.0_#${String(number).padStart(8, '0')}`;
    const folder = add(root, { name, type: TypeEnum.DIRECTORY, length: 0, children: [] });
    for (const property of attachment) add(folder, streamOf(property));
  }
  return Buffer.from(burn(entries));
}

function streamOf([tag, value]: Property): Entry {
  const encoding = tag.endsWith('001F') ? 'utf16le' : 'latin1';
  return stream(`__substg1.0_${tag}`, typeof value === 'string' ? Buffer.from(value, encoding) : value);
}

function stream(name: string, content: Buffer): Entry {
  // A copy, because the writer reads the underlying buffer from its start.
  return {
    name,
    type: TypeEnum.DOCUMENT,
    length: content.length,
    binaryProvider: () => new Uint8Array(content),
  };
}
