import { readFileSync } from 'node:fs';
import { ConfigError, type ConfigProblem } from './problem.ts';
import { configKeys, secretKeys } from './schema.ts';
import type { GivenValue, SourceReading } from './source.ts';
import { nearest, suggestion } from './suggestion.ts';

/** Environment variables, in the form of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

const ADMIN_PASSWORD = 'DMS_ADMIN_PASSWORD';

/** The environment variable of a key: `rate_limit.guest_per_minute` is `DMS_RATE_LIMIT_GUEST_PER_MINUTE`. */
function variableOf(key: string): string {
  return `DMS_${key.toUpperCase().replaceAll('.', '_')}`;
}

const keyOfVariable: ReadonlyMap<string, string> = new Map(configKeys.map((key) => [variableOf(key), key]));
const keyOfSecretFile: ReadonlyMap<string, string> = new Map(
  [...secretKeys].map((key) => [`${variableOf(key)}_FILE`, key]),
);
const knownVariables = [
  ...keyOfVariable.keys(),
  ...keyOfSecretFile.keys(),
  ADMIN_PASSWORD,
  `${ADMIN_PASSWORD}_FILE`,
];

/** An empty variable counts as not set: Docker Compose passes missing variables as empty ones. */
function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

type Secret = { readonly value: string } | { readonly problem: string };

function readSecretFile(path: string): Secret {
  try {
    // Editors and `echo` end a file with a newline, which is not part of the secret.
    return { value: readFileSync(path, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { problem: `the file ${path} cannot be read (${reason})` };
  }
}

/**
 * Variables that container hosts set in every container next to a service whose name starts with `dms`:
 * `DMS_PORT=tcp://10.0.0.1:80`, `DMS_PORT_80_TCP_ADDR`, `DMS_WEB_SERVICE_HOST` (Kubernetes, and Docker's links). With a
 * service named `dms-server`, one of them has the name of a real key.
 */
const SERVICE_VARIABLE =
  /^DMS(?:_\w+)?_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_PROTO|_PORT|_ADDR)?$/;
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//;

function isSetByHost(name: string, value: string): boolean {
  return SERVICE_VARIABLE.test(name) || (name.endsWith('_PORT') && SERVICE_ADDRESS.test(value));
}

/** The non-empty `DMS_…` variables, without those that a container host has set for another service. */
function ownVariables(environment: Environment): (readonly [string, string])[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('DMS_') && isSet(value) && !isSetByHost(name, value) ? [[name, value] as const] : [],
  );
}

function isKnown(name: string): boolean {
  return knownVariables.includes(name);
}

/**
 * ` (did you mean NAME?)` for a name similar to that of a key, or for a key with `_FILE` that is not a secret;
 * otherwise `''`.
 */
function meantBy(name: string): string {
  return suggestion(name, knownVariables) || suggestion(name.replace(/_FILE$/, ''), knownVariables);
}

function strayMessage(name: string): string {
  if (isKnown(name)) return `${name} is the address of another service and has no effect`;
  const nearestName = nearest(name, knownVariables) ?? '';
  return `${name} is not a known variable and has no effect; the nearest is ${nearestName}`;
}

/**
 * The `DMS_…` variables that have no effect and whose names resemble no key.
 * @returns one sentence for each
 */
export function strayVariables(environment: Environment = process.env): readonly string[] {
  const own = new Set(ownVariables(environment).map(([name]) => name));
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!name.startsWith('DMS_') || !isSet(value)) return [];
    const hasMeaning = own.has(name) && (isKnown(name) || meantBy(name) !== '');
    return hasMeaning ? [] : [strayMessage(name)];
  });
}

/**
 * Reads every `DMS_…` variable. Problems:
 * - a variable whose name resembles that of a key, such as a typing error or a key of another release;
 * - a secret that is set both as `DMS_…` and as `DMS_…_FILE`;
 * - a secret file that cannot be read.
 */
export function readEnvironment(environment: Environment): SourceReading {
  const values = new Map<string, GivenValue>();
  const problems: ConfigProblem[] = [];
  for (const [name, value] of ownVariables(environment)) {
    const key = keyOfVariable.get(name);
    const secretKey = keyOfSecretFile.get(name);
    if (key !== undefined) {
      values.set(key, { value, source: name });
    } else if (secretKey !== undefined) {
      if (isSet(environment[variableOf(secretKey)])) {
        problems.push({
          source: name,
          key: secretKey,
          message: `is set twice: ${variableOf(secretKey)} is set as well`,
        });
        continue;
      }
      const secret = readSecretFile(value);
      if ('problem' in secret) problems.push({ source: name, key: secretKey, message: secret.problem });
      else values.set(secretKey, { value: secret.value, source: name });
    } else {
      const meant = isKnown(name) ? '' : meantBy(name);
      if (meant !== '') problems.push({ source: name, key: '', message: `is not a known variable${meant}` });
    }
  }
  return { values, problems };
}

/**
 * The password for `create-admin` and `user set-password`, so that they need no prompt. It is not a configuration key.
 * @returns the value of `DMS_ADMIN_PASSWORD`, otherwise the content of the file in `DMS_ADMIN_PASSWORD_FILE`, otherwise
 * undefined
 * @throws {ConfigError} if the file cannot be read
 */
export function readAdminPassword(environment: Environment = process.env): string | undefined {
  const password = environment[ADMIN_PASSWORD];
  if (isSet(password)) return password;
  const source = `${ADMIN_PASSWORD}_FILE`;
  const path = environment[source];
  if (!isSet(path)) return undefined;
  const secret = readSecretFile(path);
  if ('problem' in secret) throw new ConfigError([{ source, key: '', message: secret.problem }]);
  return secret.value;
}
