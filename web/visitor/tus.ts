/* Sends one file with the protocol tus 1.0, through broken connections and reloads of the page. */

/** Longest pause before another attempt, in milliseconds. */
const MAX_PAUSE_MS = 30_000;
/** How often an upload that the service no longer knows is begun again. */
const MAX_BEGINNINGS = 3;

/** The service does not take the file. The message is for the visitor; empty: unknown. */
export class Refused extends Error {}

/** The connection broke, or the service asks to wait. */
class Interrupted extends Error {
  /** Milliseconds; undefined: the service has not said. */
  readonly pauseMs: number | undefined;

  constructor(pauseMs?: number) {
    super();
    this.pauseMs = pauseMs;
  }
}

/** A file to send. */
export interface Sending {
  readonly file: File;
  /** Address at which uploads begin. */
  readonly address: string;
  /** What the visitor has entered; empty: nothing. */
  readonly sender: { readonly name: string; readonly email: string };
  readonly signal: AbortSignal;
  /** Called with the number of bytes that were sent. */
  readonly onProgress: (bytes: number) => void;
  /** Called before each pause after which sending continues. */
  readonly onBroken: () => void;
}

/** Sends a file, as long as it takes. @throws {Refused} */
export async function sendFile(sending: Sending): Promise<void> {
  const { signal, onBroken } = sending;
  const memory = memoryOf(sending);
  let pauses = 0;
  for (let beginnings = 0; beginnings < MAX_BEGINNINGS; ) {
    try {
      const known = memory.get();
      if (known === null) beginnings += 1;
      const location = known ?? (await begin(sending));
      memory.set(location);
      const isSent = await sendRest(sending, location, known === null);
      memory.set(null);
      if (isSent) return;
    } catch (error) {
      if (!(error instanceof Interrupted) || signal.aborted) throw error;
      onBroken();
      pauses += 1;
      await pause(error.pauseMs ?? Math.min(MAX_PAUSE_MS, 500 * 2 ** pauses), signal);
    }
  }
  throw new Refused('');
}

/**
 * Sends the bytes that have not arrived yet.
 * @param isNew true: none has arrived
 * @returns false: the service does not know the upload any more
 */
async function sendRest(sending: Sending, location: string, isNew: boolean): Promise<boolean> {
  const { file, signal } = sending;
  // An empty file is complete when its upload begins.
  if (isNew && file.size === 0) return true;
  const offset = isNew ? 0 : await offsetOf(location, signal);
  if (offset === undefined) return false;
  if (offset < file.size) await append(sending, location, offset);
  return true;
}

/** Cancels an upload of which not all bytes have arrived. */
export async function cancel(sending: Pick<Sending, 'address' | 'file'>): Promise<void> {
  const memory = memoryOf(sending);
  const location = memory.get();
  memory.set(null);
  if (location !== null) await request('DELETE', location, {}).catch(() => undefined);
}

/** Remembers the address of an upload, also when the page is loaded again. */
function memoryOf({ address, file }: Pick<Sending, 'address' | 'file'>) {
  const key = `${address} ${String(file.size)} ${String(file.lastModified)} ${file.name}`;
  return {
    get: (): string | null => {
      const location = localStorage.getItem(key);
      return location?.startsWith('/s/') === true ? location : null;
    },
    set: (location: string | null): void => {
      if (location === null) localStorage.removeItem(key);
      else localStorage.setItem(key, location);
    },
  };
}

/** @returns the address of the upload */
async function begin({ address, file, sender, signal }: Sending): Promise<string> {
  const fields = { filename: file.name, filetype: file.type, ...sender };
  const metadata = Object.entries(fields).map(([key, value]) => `${key} ${base64(value)}`);
  const headers = { 'Upload-Length': String(file.size), 'Upload-Metadata': metadata.join(',') };
  const response = await request('POST', address, headers, signal);
  return response.headers.get('Location') ?? '';
}

/** @returns the number of bytes that have arrived; undefined: the service does not know the upload any more */
async function offsetOf(location: string, signal: AbortSignal): Promise<number | undefined> {
  const { headers, status } = await request('HEAD', location, {}, signal, [404, 410]);
  return status === 200 ? Number(headers.get('Upload-Offset')) : undefined;
}

async function request(
  method: string,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
  accepted: readonly number[] = [],
): Promise<Response> {
  const init = { method, headers: { 'Tus-Resumable': '1.0.0', ...headers }, signal: signal ?? null };
  const response = await fetch(address, init).catch(() => undefined);
  if (!response) throw new Interrupted();
  const { ok, status } = response;
  if (ok || accepted.includes(status)) return response;
  const type = response.headers.get('Content-Type') ?? '';
  throw failure(status, response.headers.get('Retry-After'), isText(type) ? await response.text() : '');
}

/** Sends the bytes from an offset on. A request of this kind reports its progress. */
function append({ file, signal, onProgress }: Sending, location: string, offset: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const sent = new XMLHttpRequest();
  const headerOf = (name: string): string | null => sent.getResponseHeader(name);
  sent.open('PATCH', location);
  sent.setRequestHeader('Tus-Resumable', '1.0.0');
  sent.setRequestHeader('Upload-Offset', String(offset));
  sent.setRequestHeader('Content-Type', 'application/offset+octet-stream');
  sent.upload.addEventListener('progress', ({ loaded }) => onProgress(offset + loaded));
  sent.addEventListener('error', () => reject(new Interrupted()));
  sent.addEventListener('abort', () => reject(new Interrupted()));
  sent.addEventListener('load', () => {
    const { status, responseText } = sent;
    // The service knows better how much has arrived, or whether it knows the upload.
    if (status === 409 || status === 404 || status === 410) reject(new Interrupted(0));
    else if (status === 204) resolve(undefined);
    else
      reject(failure(status, headerOf('Retry-After'), isText(headerOf('Content-Type')) ? responseText : ''));
  });
  signal.addEventListener('abort', () => sent.abort());
  sent.send(file.slice(offset));
  return promise;
}

function failure(status: number, retryAfter: string | null, text: string): Error {
  const isBusy = status === 429 || status >= 500;
  return isBusy
    ? new Interrupted(retryAfter === null ? undefined : Number(retryAfter) * 1000)
    : new Refused(text);
}

function isText(type: string | null): boolean {
  return type?.startsWith('text/plain') === true;
}

/** Waits, but not while the browser has just found its connection again. */
function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => resolve(undefined);
  setTimeout(end, pauseMs);
  addEventListener('online', end, { once: true });
  signal.addEventListener('abort', end, { once: true });
  return promise;
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
