import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Environment, readEnvironment } from './environment.ts';
import { type ConfigFlags, readFlags } from './flags.ts';
import { ConfigError, type ConfigProblem } from './problem.ts';
import { type Config, configKeys, configSchema, secretKeys } from './schema.ts';
import type { GivenValue, SourceReading } from './source.ts';
import { readYamlFile } from './yaml-file.ts';

/** Sources of the configuration. Every source is optional; without any, each key has its default. */
export interface ConfigSources {
  /** Path from `--config`. The file must exist, and `defaultFiles` are not read. */
  readonly file?: string | undefined;
  readonly flags?: ConfigFlags | undefined;
  /** Default: `process.env`. Tests pass their own. */
  readonly environment?: Environment | undefined;
  /** Paths to try in this order if `file` is missing. The first file that exists is read. */
  readonly defaultFiles?: readonly string[] | undefined;
}

/** Root may be working in the folder of another user, and the file can contain commands to run. */
function isForRootFromOthers(path: string): boolean {
  return process.geteuid?.() === 0 && statSync(path).uid !== 0;
}

const STANDARD_FILES = ['config.yaml', '/etc/dms/config.yaml'];

function readFile({ file, defaultFiles = STANDARD_FILES }: ConfigSources): SourceReading {
  const path = file ?? defaultFiles.find((candidate) => existsSync(candidate));
  if (path === undefined) return { values: new Map(), problems: [] };
  if (file === undefined && isForRootFromOthers(path))
    return {
      values: new Map(),
      problems: [
        {
          source: path,
          key: '',
          message: `the file ${resolve(path)} belongs to another user: root uses it only with --config ${path}`,
        },
      ],
    };
  try {
    return readYamlFile(path);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const source = file === undefined ? path : '--config';
    return {
      values: new Map(),
      problems: [{ source, key: '', message: `the file ${resolve(path)} cannot be read (${reason})` }],
    };
  }
}

/** Turns keys with dots into nested objects: `server.port` becomes `{ server: { port } }`. */
function nest(values: ReadonlyMap<string, GivenValue>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  const sections = new Map<string, Record<string, unknown>>([['', root]]);
  const sectionAt = (path: string): Record<string, unknown> => {
    const existing = sections.get(path);
    if (existing) return existing;
    const section: Record<string, unknown> = {};
    const dot = path.lastIndexOf('.');
    sectionAt(path.slice(0, Math.max(dot, 0)))[path.slice(dot + 1)] = section;
    sections.set(path, section);
    return section;
  };
  for (const [key, { value }] of values) {
    const dot = key.lastIndexOf('.');
    sectionAt(key.slice(0, Math.max(dot, 0)))[key.slice(dot + 1)] = value;
  }
  return root;
}

/** Keys, each with the key that it requires. */
const companions = [
  ['server.tls.cert', 'server.tls.key'],
  ['server.tls.key', 'server.tls.cert'],
  ['smtp.url', 'smtp.from'],
  ['backup.schedule', 'backup.dest'],
  ['backup.after', 'backup.schedule'],
] as const;

/**
 * Keys whose required key is missing. The check reads the given values, not the parsed configuration, so that its
 * problems are reported together with wrong values.
 */
function missingCompanions(values: ReadonlyMap<string, GivenValue>): { key: string; message: string }[] {
  const isGiven = (key: string): boolean => (values.get(key)?.value ?? null) !== null;
  const missing: { key: string; message: string }[] = [];
  for (const [one, other] of companions)
    if (isGiven(one) && !isGiven(other)) missing.push({ key: one, message: `needs ${other} as well` });
  return [...missing, ...wrongTls(isGiven('server.tls.cert'), values)];
}

/** The problems of {@link missingCompanions} that concern the two ways to have a certificate. */
function wrongTls(
  hasFiles: boolean,
  values: ReadonlyMap<string, GivenValue>,
): { key: string; message: string }[] {
  const off: readonly unknown[] = [undefined, null, false, 'false'];
  const selfSigned = 'server.tls.self_signed';
  const redirect = 'server.redirect_port';
  const isSelfSigned = !off.includes(values.get(selfSigned)?.value);
  if (hasFiles && isSelfSigned)
    return [{ key: selfSigned, message: 'cannot be combined with server.tls.cert' }];
  const redirects = (values.get(redirect)?.value ?? null) !== null;
  if (!redirects || hasFiles || isSelfSigned) return [];
  return [{ key: redirect, message: `needs server.tls.cert or ${selfSigned} as well` }];
}

function problemOf(values: ReadonlyMap<string, GivenValue>, key: string, message: string): ConfigProblem {
  const { source = 'defaults', line } = values.get(key) ?? {};
  return { source, ...(line === undefined ? {} : { line }), key, message };
}

function wrongValues(values: ReadonlyMap<string, GivenValue>): ConfigProblem[] {
  const { error } = configSchema.safeParse(nest(values));
  return (error?.issues ?? []).map(({ path, message }) => problemOf(values, path.join('.'), message));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}

/** Source of a value, from the lowest to the highest precedence. */
type Origin = 'default' | 'file' | 'environment' | 'flag';

/** A key with its effective value and the origin of this value. */
export interface EffectiveValue {
  readonly key: string;
  /** As the program uses it: a size in bytes, a number parsed from its text. `(secret)` instead of a secret. */
  readonly value: unknown;
  readonly origin: Origin;
  /** The path of the file, the name of the environment variable, or the flag; undefined for a default. */
  readonly source: string | undefined;
  /** Line number in the file, from 1. */
  readonly line: number | undefined;
}

type OriginatedValue = GivenValue & { readonly origin: Origin };

/** @throws {ConfigError} with all problems of all sources */
function load(sources: ConfigSources): { config: Config; given: ReadonlyMap<string, OriginatedValue> } {
  const readings = [
    { origin: 'file', ...readFile(sources) },
    { origin: 'environment', ...readEnvironment(sources.environment ?? process.env) },
    { origin: 'flag', ...readFlags(sources.flags ?? {}) },
  ] as const;
  const given = new Map(
    readings.flatMap(({ origin, values }) =>
      Array.from(values, ([key, value]) => [key, { ...value, origin }] as const),
    ),
  );
  // Each source is checked separately, so that a wrong value is reported even if another source overrides it.
  const problems = readings.flatMap((reading) => [...reading.problems, ...wrongValues(reading.values)]);
  for (const { key, message } of missingCompanions(given)) problems.push(problemOf(given, key, message));
  if (problems.length > 0) throw new ConfigError(problems);
  return { config: deepFreeze(configSchema.parse(nest(given))), given };
}

/**
 * Loads the configuration. Precedence: flags, environment variables, the YAML file, the defaults.
 * @returns every key with its value, frozen; relative paths are relative to the working directory
 * @throws {ConfigError} with all problems of all sources; the command line then exits with 2
 */
export function loadConfig(sources: ConfigSources = {}): Config {
  return load(sources).config;
}

/**
 * Loads the configuration as {@link loadConfig} does.
 * @returns every key in the order of the schema, with its value and origin
 * @throws {ConfigError} as loadConfig
 */
export function explainConfig(sources: ConfigSources = {}): readonly EffectiveValue[] {
  const { config, given } = load(sources);
  return configKeys.map((key) => {
    const { origin = 'default', source, line } = given.get(key) ?? {};
    const value = valueAt(config, key);
    return { key, value: secretKeys.has(key) && value !== null ? '(secret)' : value, origin, source, line };
  });
}

function valueAt(config: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce((section, name) => (isSectionValue(section) ? section[name] : undefined), config);
}

function isSectionValue(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
