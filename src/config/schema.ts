import * as z from 'zod';
import { certificateNames, listenAddresses } from './addresses.ts';
import {
  boolean,
  choice,
  integer,
  keepRule,
  languages,
  mailbox,
  names,
  schedule,
  secret,
  size,
  text,
  trustedProxies,
  url,
} from './values.ts';

const tls = z
  .strictObject({
    cert: text('the path of a PEM file').nullable().default(null),
    key: text('the path of a PEM file').nullable().default(null),
    self_signed: certificateNames().default(false),
  })
  .prefault({});

const server = z
  .strictObject({
    host: listenAddresses().default(['127.0.0.1']),
    port: integer(0, 65_535).default(8080),
    base_url: url('http', 'https').nullable().default(null),
    trust_proxy: trustedProxies().default(false),
    redirect_port: integer(0, 65_535).nullable().default(null),
    max_connections: integer(0, 1_000_000).default(10_000),
    stall_seconds: integer(0, 86_400).default(300),
    tls,
  })
  .prefault({});

/**
 * Every configuration key with its type and default, nested as in the YAML file. config.example.yaml explains
 * each key and repeats its default; test/config/example.test.ts fails if the two differ.
 */
export const configSchema = z.strictObject({
  data_dir: text('the path of a folder').default('./data'),
  native_dir: text('the path of a folder').nullable().default(null),
  network_data_dir: choice('refuse', 'allow').default('refuse'),
  server,
  rate_limit: z
    .strictObject({
      authenticated_per_minute: integer(0).default(60),
      pages_per_minute: integer(0).default(1200),
      page_uploads_per_minute: integer(0).default(12_000),
      guest_per_minute: integer(0).default(10),
      links_per_minute: integer(0).default(600),
    })
    .prefault({}),
  sign_in: z
    .strictObject({ max_failures: integer(0).default(5), window_minutes: integer(1, 1440).default(15) })
    .prefault({}),
  links: z
    .strictObject({
      enabled: boolean().default(true),
      require_password: boolean().default(false),
      max_days: integer(0, 36_500).default(0),
      groups: names('null, or a list of names of groups').nullable().default(null),
    })
    .prefault({}),
  people: z.strictObject({ search: choice('all', 'exact').default('all') }).prefault({}),
  limits: z
    .strictObject({
      upload_bytes: size().default(0),
      reserve_bytes: size().default(256 * 2 ** 20),
      listing_cache_bytes: size().default(32 * 2 ** 20),
      thumbnail_bytes: size().default(2 ** 30),
      entries_per_user: integer(0).default(1_000_000),
    })
    .prefault({}),
  durability: choice('full', 'relaxed').default('full'),
  versions: z
    .strictObject({
      keep_last: integer(0, 1000).default(0),
      keep_days: integer(0, 36_500).default(0),
      thin: boolean().default(false),
    })
    .prefault({}),
  trash: z.strictObject({ keep_days: integer(0, 36_500).default(30) }).prefault({}),
  activity: z.strictObject({ keep_days: integer(0, 36_500).default(0) }).prefault({}),
  alarm: z
    .strictObject({
      action: choice('notify', 'pause', 'off').default('notify'),
      documents: integer(10, 10_000).default(30),
      minutes: integer(1, 60).default(5),
    })
    .prefault({}),
  sync: z.strictObject({ clients: boolean().default(false) }).prefault({}),
  webdav: z.strictObject({ rename_window_minutes: integer(0, 1440).default(15) }).prefault({}),
  jobs: z
    .strictObject({
      timeout_seconds: integer(1, 3600).default(60),
      memory_bytes: size(256).default(768 * 2 ** 20),
      max_bytes: size().default(256 * 2 ** 20),
    })
    .prefault({}),
  text: z.strictObject({ ocr: languages().nullable().default(null) }).prefault({}),
  backup: z
    .strictObject({
      dest: text('the path of a folder').nullable().default(null),
      keep: keepRule().nullable().default(null),
      schedule: schedule().nullable().default(null),
      after: text('a command').nullable().default(null),
    })
    .prefault({}),
  metrics: z.strictObject({ token: secret(24).nullable().default(null) }).prefault({}),
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

/** Keys with a secret value. Each can also be set by `DMS_…_FILE`, the path of a file that contains the secret. */
export const secretKeys: ReadonlySet<string> = new Set(['metrics.token', 'smtp.url']);

function keysOf(schema: z.ZodType, path: string): string[] {
  const inner = schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) return [path];
  return Object.entries(inner.shape).flatMap(([name, field]) =>
    field instanceof z.ZodType ? keysOf(field, path === '' ? name : `${path}.${name}`) : [],
  );
}

/** Every key that takes a value, with dots (`server.tls.cert`), in the order of the schema. */
export const configKeys: readonly string[] = keysOf(configSchema, '');

/** True if `key` is a section (`server`, `server.tls`): it contains keys and takes no value. */
export function isSection(key: string): boolean {
  return configKeys.some((other) => other.startsWith(`${key}.`));
}

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** The configuration with every key set, validated and frozen. Field names are the names in the YAML file. */
export type Config = DeepReadonly<z.output<typeof configSchema>>;
