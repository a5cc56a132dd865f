import { join } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { isBinary } from '../../program/files.ts';

/**
 * Instructions for creating the first administrator.
 * @param url URL of the service, as its administrator reaches it
 */
export function setupText(config: Config, code: string, url: string): string {
  const person = { code, login: 'admin', name: 'Your name', email: 'you@example.org', password: '…' };
  const trust =
    config.server.tls.self_signed === false ? '' : `--cacert '${join(config.data_dir, 'tls', 'cert.pem')}' `;
  // The command with which this program was started: `dms` may not be in the PATH.
  const program = isBinary ? process.argv0 : 'npm run dms --';
  return [
    'There is no administrator yet. Create the first one with this link. It works once, and for 30 minutes:',
    // A fragment, not a query: browsers do not send it to a server, so it does not appear in logs or referrers.
    `  ${url}/setup#code=${code}`,
    'Or with curl, and a password of your choice:',
    `  curl ${trust}-H 'Content-Type: application/json' -d '${JSON.stringify(person)}' ${url}/api/setup`,
    'Or in another terminal, in this directory:',
    `  ${program} create-admin --data-dir '${config.data_dir}' --login admin --name "Your name" --email you@example.org`,
    'The command asks for a password, or generates one.',
  ].join('\n');
}
