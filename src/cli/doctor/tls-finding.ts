import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { socketPathOf } from '../../config/addresses.ts';
import type { Config } from '../../config/schema.ts';
import { DAY_MS } from '../../model/durations.ts';
import { expiresSoon } from '../../server/certificate.ts';
import { type Finding, ok, problem, warning } from '../../upkeep/diagnosis/diagnosis.ts';
import { reasonOf } from '../process/owned-paths.ts';
import { isLoopback } from '../service/service-url.ts';
import { countText } from '../terminal/count-text.ts';

const CHECK = 'tls';

/**
 * Checks whether connections are encrypted, and how long the certificate is valid.
 * @param now milliseconds UTC
 */
export function tlsFinding({ data_dir: dataDirectory, server }: Config, now: number): Finding {
  const { cert, key, self_signed: names } = server.tls;
  if (names !== false) return selfSignedFinding(join(dataDirectory, 'tls'), now);
  if (cert === null || key === null) return withoutTls(server);
  return filesFinding(cert, key, now);
}

function selfSignedFinding(folder: string, now: number): Finding {
  const cert = join(folder, 'cert.pem');
  if (!existsSync(cert)) return ok(CHECK, 'self-signed: dms serve creates the certificate when it starts');
  return filesFinding(cert, join(folder, 'key.pem'), now);
}

function filesFinding(cert: string, key: string, now: number): Finding {
  const certificate = readPem(cert, (pem) => new X509Certificate(pem));
  if (typeof certificate === 'string')
    return problem(
      CHECK,
      `the certificate ${cert}: ${certificate}`,
      'name a PEM file that the user that runs dms can read',
    );
  const privateKey = readPem(key, (pem) => createPrivateKey(pem));
  if (typeof privateKey === 'string')
    return problem(CHECK, `the private key ${key}: ${privateKey}`, 'name a PEM file without a passphrase');
  if (!certificate.checkPrivateKey(privateKey))
    return problem(CHECK, `${key} is not the key of ${cert}`, 'name the key that belongs to the certificate');
  return validityFinding(certificate, now) ?? keyFinding(key, certificate, now);
}

function withoutTls({ host: hosts, base_url: baseUrl, trust_proxy: proxies }: Config['server']): Finding {
  const isBehindProxy = proxies !== false || baseUrl?.startsWith('https:') === true;
  const open = hosts.filter((host) => socketPathOf(host) === undefined && !isLoopback(host));
  if (open.length === 0 || isBehindProxy) return ok(CHECK, 'off: only this machine or a proxy connects');
  const advice =
    'set server.tls.self_signed, or server.tls.cert and server.tls.key, or use a proxy and set server.base_url';
  return warning(
    CHECK,
    `off, and ${open.join(', ')} is open to other machines: passwords travel unencrypted`,
    advice,
  );
}

function readPem<T extends KeyObject | X509Certificate>(path: string, parse: (pem: Buffer) => T): T | string {
  try {
    return parse(readFileSync(path));
  } catch (error) {
    return `cannot be read (${reasonOf(error)})`;
  }
}

function validityFinding({ validFromDate, validToDate }: X509Certificate, now: number): Finding | undefined {
  const until = validToDate.toISOString();
  if (validFromDate.getTime() > now)
    return problem(
      CHECK,
      `the certificate is not valid before ${validFromDate.toISOString()}`,
      'check the clock of this machine',
    );
  if (validToDate.getTime() <= now)
    return problem(
      CHECK,
      `the certificate expired at ${until}`,
      'renew it; dms loads the new one within a minute',
    );
  if (!expiresSoon(validToDate.getTime(), now)) return undefined;
  const days = daysLeft(validToDate, now);
  return warning(
    CHECK,
    `the certificate expires in ${countText(days, 'day')}, at ${until}`,
    'renew it; dms loads the new one within a minute',
  );
}

function keyFinding(key: string, { validToDate }: X509Certificate, now: number): Finding {
  const mode = statSync(key).mode & 0o777;
  if ((mode & 0o077) === 0) return ok(CHECK, `valid for ${countText(daysLeft(validToDate, now), 'day')}`);
  const octal = mode.toString(8).padStart(4, '0');
  return warning(
    CHECK,
    `other users than its owner have access to the key ${key} (${octal})`,
    `chmod 600 ${key}`,
  );
}

function daysLeft(end: Date, now: number): number {
  return Math.floor((end.getTime() - now) / DAY_MS);
}
