import { effect } from '@preact/signals';
import { API, api, dataOf } from '../../api/client.ts';
import { account, isSignInAsked, leaveTo } from '../../api/session.ts';

/** An area whose data must be reloaded (docs/build/contract/events.md §34). */
export type Change =
  | { readonly kind: 'folder'; readonly id: number }
  | { readonly kind: 'trash' | 'shares' | 'account' | 'favourites' | 'reset' };

/** Messages between the tabs of one browser. */
type Message =
  | { readonly say: 'who' | 'here' | 'gone' }
  | { readonly say: 'account'; readonly id: number }
  | { readonly say: 'change'; readonly change: Change };

const KINDS = ['trash', 'shares', 'account', 'favourites', 'reset'] as const;
/** Interval at which the tab with the stream announces itself. */
const HEARTBEAT_MS = 4000;
/** Time without an announcement after which another tab opens a stream. */
const HEARTBEAT_TIMEOUT_MS = 10_000;
/** Timeout of the question whether another tab has a stream. */
const RESPONSE_MS = 300;

const listeners = new Set<(change: Change) => void>();

/** Calls the listener for each change by other users or other tabs. @returns stops the calls */
export function onChange(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(change: Change): void {
  for (const listener of listeners) listener(change);
}

/**
 * One event stream for all tabs of a browser. HTTP/1.1 allows six connections to a service, and each tab needs some.
 */
class Stream {
  readonly #tabs = new BroadcastChannel('dms-events');
  #source: EventSource | undefined;
  #lastHeartbeat = 0;

  start(): void {
    this.#tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data));
    addEventListener('pagehide', () => this.#close());
    // The page was restored from the back/forward cache, so events were missed.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      tell({ kind: 'reset' });
      this.#openUnlessOtherTab();
    });
    setInterval(() => this.#checkHeartbeat(), HEARTBEAT_MS);
    effect(() => {
      if (account.value !== null) this.#post({ say: 'account', id: account.value.id });
    });
    effect(() => {
      // The other tabs then try to open the stream and find the same.
      if (isSignInAsked.value) this.#close();
    });
    this.#openUnlessOtherTab();
  }

  #post(message: Message): void {
    this.#tabs.postMessage(message);
  }

  #receive(message: Message): void {
    if (message.say === 'change') tell(message.change);
    if (message.say === 'account') leaveTo(message.id);
    if (message.say === 'who' && this.#source !== undefined) this.#post({ say: 'here' });
    if (message.say === 'here') this.#lastHeartbeat = performance.now();
    if (message.say === 'gone') this.#openUnlessOtherTab();
  }

  /**
   * Opens the stream if no other tab reports that it has one. The random delay separates tabs that ask at the same
   * time.
   */
  #openUnlessOtherTab(): void {
    const asked = performance.now();
    this.#post({ say: 'who' });
    setTimeout(
      () => {
        if (this.#lastHeartbeat < asked) this.#open();
      },
      RESPONSE_MS * (1 + Math.random()),
    );
  }

  #checkHeartbeat(): void {
    if (this.#source !== undefined) this.#post({ say: 'here' });
    else if (performance.now() - this.#lastHeartbeat > HEARTBEAT_TIMEOUT_MS) this.#openUnlessOtherTab();
    // After a response that is not a stream, `EventSource` does not reconnect by itself.
    if (this.#source?.readyState === EventSource.CLOSED) this.#source = undefined;
  }

  #open(): void {
    if (this.#source !== undefined || account.value === null || isSignInAsked.value) return;
    this.#post({ say: 'here' });
    const source = new EventSource(`${API}/events`);
    this.#source = source;
    const pass = (change: Change): void => {
      tell(change);
      this.#post({ say: 'change', change });
    };
    // No event covers changes between the load of the page and the opening of the stream.
    source.addEventListener('open', () => pass({ kind: 'reset' }));
    source.addEventListener('folder', ({ data }: MessageEvent<string>) => {
      const id = idIn(data);
      if (id !== undefined) pass({ kind: 'folder', id });
    });
    for (const kind of KINDS) source.addEventListener(kind, () => pass({ kind }));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) askWho();
    });
  }

  #close(): void {
    if (this.#source === undefined) return;
    this.#source.close();
    this.#source = undefined;
    this.#post({ say: 'gone' });
  }
}

/**
 * Checks whether the session has ended after a stream was refused, because `EventSource` does not expose the HTTP
 * status. If it has, the user is asked to sign in, as after any request. An idle page must not keep showing data that
 * its user may no longer see.
 */
function askWho(): void {
  // If the check fails, the next refused stream repeats it.
  dataOf(api.GET('/account')).then(
    ({ id }) => leaveTo(id),
    () => undefined,
  );
}

function idIn(data: string): number | undefined {
  const value: unknown = JSON.parse(data);
  const hasId = typeof value === 'object' && value !== null && 'id' in value;
  return hasId ? Number(value.id) : undefined;
}

/** Starts listening to the events of the service. Call once. */
export function startEvents(): void {
  new Stream().start();
}
