import * as z from 'zod';
import { sha256Of } from './objects.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** Schema of a snapshot's manifest. The manifest is written last: its existence means that the snapshot is complete. */
const manifestSchema = z.strictObject({
  /** 1: as described here. */
  format: z.literal(1),
  /** Time of the database snapshot. It contains all changes that were acknowledged before. */
  created_at: z.iso.datetime(),
  /** Identifier of the installation (src/storage/office-id.ts). */
  office: hash,
  /** Version of dms. */
  program: z.string(),
  /** Name of the last migration of the database. */
  schema: z.string(),
  database: z.strictObject({
    bytes: count,
    sha256: hash,
    /** Hashes of objects. Each is a list of the hashes of consecutive pieces of the file, 32 bytes each. */
    lists: z.array(hash),
  }),
  /** Contents in files. Smaller ones are rows of the database. */
  blobs: z.strictObject({
    count,
    bytes: count,
    /** Hashes of objects. Each is a list of contents, ordered by hash: 32 bytes of hash and 6 bytes of size each. */
    lists: z.array(hash),
  }),
  /** SHA-256 of secret.key; null if it did not exist. */
  key: hash.nullable(),
  /** Contents that were missing or damaged in the data directory, and in all earlier snapshots. */
  damaged: z.array(hash),
  counts: z.strictObject({ users: count, documents: count, versions: count, version_bytes: count }),
});

/** Manifest of a snapshot. */
export type Manifest = z.output<typeof manifestSchema>;

/** A snapshot that has a manifest. */
export interface SnapshotName {
  /** Name of the manifest, without `.json`. */
  readonly name: string;
  /** Time of the snapshot, in milliseconds UTC. */
  readonly time: number;
}

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z-([0-9a-f]{16})$/;

/** Name and content of the file of a manifest. */
export function manifestFile(manifest: Manifest): { readonly name: string; readonly bytes: Buffer } {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
  const time = manifest.created_at.replaceAll(/[-:]/g, '');
  return { name: `${time}-${sha256Of(bytes).slice(0, 16)}`, bytes };
}

/** @returns time of the snapshot in milliseconds UTC; undefined if this is not the name of a snapshot */
export function timeOfSnapshot(name: string): number | undefined {
  const parts = NAME.exec(name);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const time = Date.parse(
    `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`,
  );
  return Number.isNaN(time) ? undefined : time;
}

/** @returns undefined if the name does not match the hash of the bytes, or the bytes are not a valid manifest */
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
