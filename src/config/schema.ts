import { z } from 'zod';
import { choice, integer, mailbox, size, text, trustedProxies, url } from './values.ts';

const tls = z
  .strictObject({
    cert: text('the path of a PEM file').nullable().default(null),
    key: text('the path of a PEM file').nullable().default(null),
  })
  .prefault({});

const server = z
  .strictObject({
    host: text('a host name or an address').default('127.0.0.1'),
    port: integer(0, 65_535).default(8080),
    base_url: url('http', 'https').nullable().default(null),
    trust_proxy: trustedProxies().default(false),
    tls,
  })
  .prefault({});

/**
 * Every key of the configuration with its kind and its default, nested as in the YAML file. Defaults are in
 * config.example.yaml too, with a line of why for each; a test keeps the two in step.
 */
export const configSchema = z.strictObject({
  data_dir: text('the path of a folder').default('./data'),
  server,
  rate_limit: z
    .strictObject({
      authenticated_per_minute: integer(0).default(60),
      guest_per_minute: integer(0).default(10),
    })
    .prefault({}),
  sign_in: z
    .strictObject({ max_failures: integer(0).default(5), window_minutes: integer(1, 1440).default(15) })
    .prefault({}),
  limits: z
    .strictObject({
      upload_bytes: size().default(0),
      reserve_bytes: size().default(256 * 2 ** 20),
      listing_cache_bytes: size().default(32 * 2 ** 20),
    })
    .prefault({}),
  durability: choice('full', 'relaxed').default('full'),
  trash: z.strictObject({ keep_days: integer(0, 36_500).default(30) }).prefault({}),
  activity: z.strictObject({ keep_days: integer(0, 36_500).default(0) }).prefault({}),
  webdav: z.strictObject({ rename_window_minutes: integer(0, 1440).default(15) }).prefault({}),
  smtp: z
    .strictObject({
      url: url('smtp', 'smtps').nullable().default(null),
      from: mailbox().nullable().default(null),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
      format: choice('auto', 'json', 'pretty').default('auto'),
    })
    .prefault({}),
});

/** Keys that hold a secret: each may also be given as `DMS_…_FILE`, the path of a file that holds it. */
export const secretKeys: ReadonlySet<string> = new Set(['smtp.url']);

function leavesOf(schema: z.ZodType, path: string): string[] {
  const inner = schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) return [path];
  return Object.entries(inner.shape).flatMap(([name, part]) =>
    part instanceof z.ZodType ? leavesOf(part, path === '' ? name : `${path}.${name}`) : [],
  );
}

/** Every key that takes a value, with dots (`server.tls.cert`), in the order of the schema. */
export const configKeys: readonly string[] = leavesOf(configSchema, '');

/**
 * Keys of what this release does not have yet. Each is refused until the release that has it: who sets a key counts on
 * it.
 */
export const futureKeys: readonly string[] = [
  'server.metrics_token',
  'server.tls.self_signed',
  'versions.keep_last',
  'versions.keep_days',
  'backup.dest',
  'backup.schedule',
  'backup.keep',
];

/** What is said of each of the {@link futureKeys}. */
export const NOT_AVAILABLE = 'is not available in this release';

/** Whether `key` is a section: it takes keys, not a value (`server`, `server.tls`). */
export function isSection(key: string): boolean {
  return [...configKeys, ...futureKeys].some((leaf) => leaf.startsWith(`${key}.`));
}

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The whole configuration: complete, checked, frozen. The names are those of the YAML file. */
export type Config = DeepReadonly<z.output<typeof configSchema>>;
