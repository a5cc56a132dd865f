import { join } from 'node:path';
import type { Config } from '../../config/schema.ts';
import { isBinary } from '../../program/files.ts';

/**
 * How to make the first administrator.
 * @param url of the service, as its administrator reaches it
 */
export function setupText(config: Config, code: string, url: string): string {
  const person = { code, login: 'admin', name: 'Your name', email: 'you@example.org', password: '…' };
  const trust =
    config.server.tls.self_signed === false ? '' : `--cacert '${join(config.data_dir, 'tls', 'cert.pem')}' `;
  // As it was called here, because it need not be in the PATH.
  const program = isBinary ? process.argv0 : 'npm run dms --';
  return [
    'There is no administrator yet. For 30 minutes the first one can be made once with this link:',
    // Not in the query: a fragment is sent to no server, so it gets into no log and no referrer.
    `  ${url}/setup#code=${code}`,
    'The same with curl, and a password of your own:',
    `  curl ${trust}-H 'Content-Type: application/json' -d '${JSON.stringify(person)}' ${url}/api/setup`,
    'Or in another terminal, in this directory:',
    `  ${program} create-admin --data-dir '${config.data_dir}' --login admin --name "Your name" --email you@example.org`,
    'The command asks for a password, or generates one.',
  ].join('\n');
}
