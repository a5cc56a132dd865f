import { readFileSync } from 'node:fs';
import { ConfigError, type ConfigProblem } from './problem.ts';
import { configKeys, futureKeys, NOT_AVAILABLE, secretKeys } from './schema.ts';
import type { Given, SourceReading } from './source.ts';
import { suggestion } from './suggestion.ts';

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const adminPassword = 'DMS_ADMIN_PASSWORD';

/** The environment variable of a key: `rate_limit.guest_per_minute` is `DMS_RATE_LIMIT_GUEST_PER_MINUTE`. */
function variableOf(key: string): string {
  return `DMS_${key.toUpperCase().replaceAll('.', '_')}`;
}

const keyOfVariable: ReadonlyMap<string, string> = new Map(configKeys.map((key) => [variableOf(key), key]));
const keyOfSecretFile: ReadonlyMap<string, string> = new Map(
  [...secretKeys].map((key) => [`${variableOf(key)}_FILE`, key]),
);
const futureKeyOfVariable: ReadonlyMap<string, string> = new Map(
  futureKeys.flatMap((key) => [variableOf(key), `${variableOf(key)}_FILE`].map((name) => [name, key])),
);
const known = [...keyOfVariable.keys(), ...keyOfSecretFile.keys(), adminPassword, `${adminPassword}_FILE`];

/** A variable that is set to nothing counts as not set: that is how compose files pass on what they do not have. */
function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

type Secret = { readonly value: string } | { readonly problem: string };

function readSecretFile(path: string): Secret {
  try {
    // Editors and `echo` end the file with a newline that is no part of the secret.
    return { value: readFileSync(path, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { problem: `the file ${path} cannot be read (${reason})` };
  }
}

/**
 * Reads every `DMS_…` variable. One that stands for no key is a problem, and so is a secret that is given both as
 * itself and as a file, or whose file cannot be read.
 */
export function readEnvironment(environment: Environment): SourceReading {
  const values = new Map<string, Given>();
  const problems: ConfigProblem[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('DMS_') || !isSet(value)) continue;
    const key = keyOfVariable.get(name);
    const secretKey = keyOfSecretFile.get(name);
    const futureKey = futureKeyOfVariable.get(name);
    if (key !== undefined) {
      values.set(key, { value, source: name });
    } else if (secretKey !== undefined) {
      if (isSet(environment[variableOf(secretKey)])) {
        problems.push({
          source: name,
          key: secretKey,
          message: `is given twice: also as ${variableOf(secretKey)}`,
        });
        continue;
      }
      const secret = readSecretFile(value);
      if ('problem' in secret) problems.push({ source: name, key: secretKey, message: secret.problem });
      else values.set(secretKey, { value: secret.value, source: name });
    } else if (futureKey !== undefined) {
      problems.push({ source: name, key: futureKey, message: NOT_AVAILABLE });
    } else if (!known.includes(name)) {
      problems.push({ source: name, key: '', message: `is not a known variable${suggestion(name, known)}` });
    }
  }
  return { values, problems };
}

/**
 * The first administrator's password, for `create-admin` without a prompt: `DMS_ADMIN_PASSWORD`, or the content of the
 * file that `DMS_ADMIN_PASSWORD_FILE` names; undefined when neither is set. It is no part of the configuration.
 *
 * @throws {ConfigError} when the file cannot be read.
 */
export function readAdminPassword(environment: Environment = process.env): string | undefined {
  const password = environment[adminPassword];
  if (isSet(password)) return password;
  const source = `${adminPassword}_FILE`;
  const path = environment[source];
  if (!isSet(path)) return undefined;
  const secret = readSecretFile(path);
  if ('problem' in secret) throw new ConfigError([{ source, key: '', message: secret.problem }]);
  return secret.value;
}
