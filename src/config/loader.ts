import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Environment, readEnvironment } from './environment.ts';
import { type ConfigFlags, readFlags } from './flags.ts';
import { ConfigError, type ConfigProblem } from './problem.ts';
import { type Config, configSchema } from './schema.ts';
import type { Given, SourceReading } from './source.ts';
import { readYamlFile } from './yaml-file.ts';

/** Where the configuration is looked for. All of it is optional: with nothing at all there are the defaults. */
export interface ConfigSources {
  /** `--config`: this file and no other. It must be there. */
  readonly file?: string | undefined;
  readonly flags?: ConfigFlags | undefined;
  /** The environment; that of the process unless a test hands in another. */
  readonly environment?: Environment | undefined;
  /** Files of which the first that is there is read when no `file` is named. */
  readonly defaultFiles?: readonly string[] | undefined;
}

const standardFiles = ['config.yaml', '/etc/dms/config.yaml'];

function readFile({ file, defaultFiles = standardFiles }: ConfigSources): SourceReading {
  const path = file ?? defaultFiles.find((candidate) => existsSync(candidate));
  if (path === undefined) return { values: new Map(), problems: [] };
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

/** `server.port` → `{ server: { port } }` for all values at once. */
function nest(values: ReadonlyMap<string, Given>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  const sections = new Map<string, Record<string, unknown>>([['', root]]);
  const sectionAt = (path: string): Record<string, unknown> => {
    const found = sections.get(path);
    if (found) return found;
    const made: Record<string, unknown> = {};
    const cut = path.lastIndexOf('.');
    sectionAt(path.slice(0, Math.max(cut, 0)))[path.slice(cut + 1)] = made;
    sections.set(path, made);
    return made;
  };
  for (const [key, { value }] of values) {
    const cut = key.lastIndexOf('.');
    sectionAt(key.slice(0, Math.max(cut, 0)))[key.slice(cut + 1)] = value;
  }
  return root;
}

/** Rules between keys. They are checked on what was given, so that they are told along with wrong values. */
function contradictions(values: ReadonlyMap<string, Given>): { key: string; message: string }[] {
  const given = (key: string): boolean => (values.get(key)?.value ?? null) !== null;
  const [cert, key] = ['server.tls.cert', 'server.tls.key'];
  const found: { key: string; message: string }[] = [];
  if (given(cert) && !given(key)) found.push({ key: cert, message: `needs ${key} as well` });
  if (given(key) && !given(cert)) found.push({ key, message: `needs ${cert} as well` });
  if (given('smtp.url') && !given('smtp.from')) {
    found.push({ key: 'smtp.url', message: 'needs smtp.from as well' });
  }
  return found;
}

function problemAt(values: ReadonlyMap<string, Given>, key: string, message: string): ConfigProblem {
  const { source = 'defaults', line } = values.get(key) ?? {};
  return { source, ...(line === undefined ? {} : { line }), key, message };
}

function wrongValues(values: ReadonlyMap<string, Given>): ConfigProblem[] {
  const { error } = configSchema.safeParse(nest(values));
  return (error?.issues ?? []).map(({ path, message }) => problemAt(values, path.join('.'), message));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}

/**
 * The configuration from flags, then the environment, then the YAML file, then the defaults: the first that sets a key
 * wins. The result is complete and frozen. Relative paths in it are relative to the working directory.
 *
 * @throws {ConfigError} with everything that is wrong, in all sources at once. The command line answers it with exit code 2.
 */
export function loadConfig(sources: ConfigSources = {}): Config {
  const readings = [
    readFile(sources),
    readEnvironment(sources.environment ?? process.env),
    readFlags(sources.flags ?? {}),
  ];
  const values = new Map(readings.flatMap((reading) => [...reading.values]));
  // Each source by itself as well, so that a wrong value is told even where another source overrules it.
  const problems = readings.flatMap((reading) => [...reading.problems, ...wrongValues(reading.values)]);
  for (const { key, message } of contradictions(values)) problems.push(problemAt(values, key, message));
  if (problems.length > 0) throw new ConfigError(problems);
  return deepFreeze(configSchema.parse(nest(values)));
}
