import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import * as z from 'zod';
import { reasonOf } from '../process/owned-paths.ts';
import type { ServiceAddress } from './service-url.ts';

/**
 * Timeout of a health request. The service waits up to five seconds for a lock of another process before it responds.
 */
export const HEALTH_TIMEOUT_SECONDS = 15;
/** Maximum length of a response, in characters. The response of dms has some hundred. */
const MAX_ANSWER = 65_536;

const body = z.object({
  status: z.enum(['ok', 'failed']),
  database: z.boolean(),
  data_directory: z.boolean(),
  warnings: z.array(z.string()),
});

/** Health of a service; see `GET /healthz` in `docs/build/contract/service.md` §23. */
export interface HealthResponse {
  readonly status: 'ok' | 'failed';
  readonly database: boolean;
  readonly data_directory: boolean;
  readonly warnings: readonly string[];
}

/** Result of a health request. */
export type HealthReply =
  | { readonly kind: 'response'; readonly response: HealthResponse }
  /** A response that is not from dms. */
  | { readonly kind: 'foreign'; readonly reason: string }
  | { readonly kind: 'silent'; readonly reason: string };

/**
 * Requests the health of a service.
 * @param address URL of the service, with or without the path `/healthz`
 * @param isOwn accepts any certificate; for this machine only, and safe because no secret is sent
 * @param timeoutSeconds timeout, after which the result is `silent`
 */
export async function askHealth(
  address: ServiceAddress,
  isOwn: boolean,
  timeoutSeconds = HEALTH_TIMEOUT_SECONDS,
): Promise<HealthReply> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const { status, content } = await fetchOnce(address, isOwn, signal);
    const parsed = body.safeParse(jsonOf(content));
    if (parsed.success) return { kind: 'response', response: parsed.data };
    return { kind: 'foreign', reason: `the response (${String(status)}) is not from dms` };
  } catch (error) {
    if (signal.aborted) return { kind: 'silent', reason: `timed out after ${String(timeoutSeconds)} s` };
    const reason = reasonOf(error);
    // Protocol mismatch: the other side uses plain HTTP instead of TLS, or the reverse.
    const isForeign = reason.startsWith('HPE_') || reason === 'EPROTO' || reason.startsWith('ERR_SSL');
    return { kind: isForeign ? 'foreign' : 'silent', reason };
  }
}

function fetchOnce(
  { url, socketPath }: ServiceAddress,
  isOwn: boolean,
  signal: AbortSignal,
): Promise<{ status: number; content: string }> {
  const target = new URL(url);
  if (!target.pathname.endsWith('/healthz'))
    target.pathname = `${target.pathname.replace(/\/$/, '')}/healthz`;
  const options = { agent: false, socketPath, signal } as const;
  return new Promise((resolve, reject) => {
    const request =
      target.protocol === 'https:'
        ? requestHttps(target, { ...options, rejectUnauthorized: !isOwn })
        : requestHttp(target, options);
    request.once('error', reject).once('response', (response) => {
      beginningOf(response).then((content) => resolve({ status: response.statusCode ?? 0, content }), reject);
    });
    request.end();
  });
}

/** Limits the length, because an unknown program may respond without end. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let content = '';
  for await (const chunk of response.setEncoding('utf8')) {
    content += String(chunk);
    if (content.length > MAX_ANSWER) break;
  }
  return content;
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
