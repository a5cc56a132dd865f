import { once } from '../http/once.ts';
import { DAV } from './protocol/protocol.ts';
import type { Reports } from './request/request.ts';

/** Properties of REPORT, in the namespace `DAV:`. */
const PROPERTIES: ReadonlySet<string> = new Set(['sync-token', 'supported-report-set']);

const load = once(() => import('./sync-collection/sync-collection.ts'));

/** REPORT. Its module is loaded with the first request that needs it. */
export const REPORTS: Reports = {
  respond: async (context) => (await load()).respondToReport(context),
  properties: async (context, names, ofAddress) => {
    const isRequested = names.some(({ namespace, name }) => namespace === DAV && PROPERTIES.has(name));
    return isRequested ? (await load()).withReportProperties(context, ofAddress) : ofAddress;
  },
};
