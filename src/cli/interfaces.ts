import type { RequestListener } from 'node:http';
import type { Config } from '../config/schema.ts';
import type { Dms } from '../core/dms.ts';
import { clientAddress } from '../http/connections/client-address.ts';
import { lateListener } from '../http/connections/late-listener.ts';
import { Metrics } from '../http/metrics/metrics.ts';
import type { Logger } from '../log.ts';
import { createPages } from '../web/pages.ts';
import { GuestLimit } from '../webdav/request/request.ts';
import { createWebDav } from '../webdav/server.ts';

/** All HTTP interfaces combined: REST, WebDAV and the web pages. */
export interface Interfaces {
  /** Handles a request for any path. */
  readonly handler: RequestListener;
  /** Number of requests so far. */
  readonly requests: () => number;
  /** Call after the last request. */
  close(): void;
}

/** Dependencies of {@link createInterfaces} in addition to the configuration. */
export interface InterfaceOptions {
  /** Warnings of `/healthz` in addition to those of the core; default: none. */
  readonly warnings?: () => readonly string[];
  /** Clock of the WebDAV interface, in milliseconds UTC. */
  readonly now?: (() => number) | undefined;
}

/** Paths of the sync clients, with `sync.clients`. */
const SYNC_PATHS = /^\/(?:status\.php|ocs\/|index\.php\/|remote\.php\/)/;

/** Creates all interfaces of the core. REST and its schemas are large, so they are loaded on the first REST request. */
export function createInterfaces(
  dms: Dms,
  config: Config,
  log: Logger,
  { warnings = () => [], now = Date.now }: InterfaceOptions = {},
): Interfaces {
  const metrics = new Metrics(dms);
  const rest = lateListener(async () => {
    const { createRestApp } = await import('../rest/app.ts');
    return createRestApp({ dms, config, metrics, warnings, log });
  }, log);
  const links = lateListener(async () => {
    const { createLinkPages } = await import('../web/links/link-pages.ts');
    return createLinkPages({ dms, config, addressOf, log });
  }, log);
  const sync = lateListener(async () => {
    const { createSyncClients } = await import('../sync/sync.ts');
    return createSyncClients({ dms, config, guests, addressOf, log, now });
  }, log);
  const { base_url: baseUrl, trust_proxy: trustProxy } = config.server;
  const addressOf = clientAddress(trustProxy);
  const guests = new GuestLimit(config.rate_limit.guest_per_minute, now);
  const hasSyncClients = config.sync.clients;
  const hasReports = hasSyncClients;
  const webdav = createWebDav({ dms, log, baseUrl, addressOf, guests, now, hasReports });
  const pages = createPages({ dms, addressOf, log, hasSyncClients });
  let requests = 0;
  return {
    requests: () => requests,
    handler: (request, response) => {
      requests += 1;
      metrics.observe(request, response);
      if (request.url?.startsWith('/s/') === true) {
        links(request, response);
        return;
      }
      if (config.sync.clients && SYNC_PATHS.test(request.url ?? '')) {
        sync(request, response);
        return;
      }
      webdav(request, response, () => {
        pages(request, response, () => {
          rest(request, response);
        });
      });
    },
    close: () => metrics.close(),
  };
}
