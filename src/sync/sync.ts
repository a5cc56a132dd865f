import type { IncomingMessage, RequestListener } from 'node:http';
import type { Config } from '../config/schema.ts';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import { createWebDav } from '../webdav/server.ts';
import { driveAddresses, SYNC_EXTENSION } from './drive/drive.ts';

/** Dependencies of {@link createSyncClients}. */
export interface SyncOptions {
  readonly dms: Dms;
  readonly config: Config;
  /** Returns the client address, also behind trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string | null;
  readonly log: Logger;
  /** Clock, in milliseconds UTC. */
  readonly now: () => number;
}

/**
 * Creates the listener for the paths that the sync clients and phone apps of ownCloud and Nextcloud request
 * (docs/build/contract/sync.md): `/status.php`, `/ocs/…`, `/index.php/…` and `/remote.php/…`. Any other path below these
 * is 404.
 */
export function createSyncClients({ dms, config, addressOf, log, now }: SyncOptions): RequestListener {
  const { base_url: baseUrl } = config.server;
  const guestsPerMinute = config.rate_limit.guest_per_minute;
  const addressAt = driveAddresses(SYNC_EXTENSION);
  const drive = createWebDav({ dms, log, baseUrl, addressOf, guestsPerMinute, now, addressAt });
  return (request, response) =>
    drive(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('Not found.\n');
    });
}
