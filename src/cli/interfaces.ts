import type { RequestListener } from 'node:http';
import type { Config } from '../config/schema.ts';
import type { Dms } from '../core/dms.ts';
import { clientAddress } from '../http/connections/client-address.ts';
import { lateListener } from '../http/connections/late-listener.ts';
import { Metrics } from '../http/metrics/metrics.ts';
import type { Logger } from '../log.ts';
import { createPages } from '../web/pages.ts';
import { createWebDav } from '../webdav/server.ts';

/** All interfaces, REST, WebDAV and the pages, as one. */
export interface Interfaces {
  /** Answers a request of any path. */
  readonly answer: RequestListener;
  /** How many requests have come. */
  readonly requests: () => number;
  /** Call it when no more requests come. */
  close(): void;
}

/** What {@link createInterfaces} may be given beside the configuration. */
export interface InterfaceOptions {
  /** What `/healthz` warns of, beside what the core knows. Default: nothing. */
  readonly warnings?: () => readonly string[];
  /** The clock of the WebDAV interface: milliseconds UTC. */
  readonly now?: (() => number) | undefined;
}

/** Creates all interfaces over the core. REST with its schemas is large: it is built when the first request for it comes. */
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
  const { base_url: baseUrl, trust_proxy: trustProxy } = config.server;
  const addressOf = clientAddress(trustProxy);
  const guestsPerMinute = config.rate_limit.guest_per_minute;
  const webdav = createWebDav({ dms, log, baseUrl, addressOf, guestsPerMinute, now });
  const pages = createPages({ dms, addressOf, log });
  let requests = 0;
  return {
    requests: () => requests,
    answer: (request, response) => {
      requests += 1;
      metrics.observe(request, response);
      webdav(request, response, () => {
        pages(request, response, () => {
          rest(request, response);
        });
      });
    },
    close: () => metrics.close(),
  };
}
