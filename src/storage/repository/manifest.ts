import { z } from 'zod';
import { sha256Of } from './objects.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** What a snapshot is made of. Its file is the last one that is written: with it the snapshot is there, and whole. */
const manifestSchema = z.strictObject({
  /** 1: as described here. */
  format: z.literal(1),
  /** When the snapshot of the database was taken. All changes that were acknowledged before it are in it. */
  created_at: z.iso.datetime(),
  /** Which office it is of (src/storage/office-id.ts). */
  office: hash,
  /** Version of dms. */
  program: z.string(),
  /** Name of the last migration of the database. */
  schema: z.string(),
  database: z.strictObject({
    bytes: count,
    sha256: hash,
    /** Objects. Each is a list of the hashes of pieces of the file, in their order, 32 bytes each. */
    lists: z.array(hash),
  }),
  /** Contents in files. Smaller ones are rows of the database. */
  blobs: z.strictObject({
    count,
    bytes: count,
    /** Objects. Each is a list of contents, in the order of their hashes: 32 bytes of hash and 6 of size each. */
    lists: z.array(hash),
  }),
  /** SHA-256 of secret.key; null: there was none. */
  key: hash.nullable(),
  /** Contents that were missing or damaged in the data directory, and in no earlier snapshot either. */
  damaged: z.array(hash),
  counts: z.strictObject({ users: count, documents: count, versions: count, version_bytes: count }),
});

/** What a snapshot is made of. */
export type Manifest = z.output<typeof manifestSchema>;

/** A snapshot whose manifest is there. */
export interface SnapshotName {
  /** Name of its manifest, without `.json`. */
  readonly name: string;
  /** When it was taken, in milliseconds UTC. */
  readonly time: number;
}

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-([0-9a-f]{16})$/;

/** The file of a manifest. */
export function manifestFile(manifest: Manifest): { readonly name: string; readonly bytes: Buffer } {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
  const time = manifest.created_at.replaceAll(/[-:]/g, '');
  return { name: `${time}-${sha256Of(bytes).slice(0, 16)}`, bytes };
}

/** @returns when the snapshot of this name was taken, in milliseconds UTC; undefined: it is no name of a snapshot */
export function timeOfSnapshot(name: string): number | undefined {
  const parts = NAME.exec(name);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const time = Date.parse(
    `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`,
  );
  return Number.isNaN(time) ? undefined : time;
}

/** @returns undefined if the bytes are not those that the name stands for */
export function parseManifest(name: string, bytes: Buffer): Manifest | undefined {
  if (!name.endsWith(sha256Of(bytes).slice(0, 16))) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  return manifestSchema.safeParse(value).data;
}
