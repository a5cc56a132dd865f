import { effect } from '@preact/signals';
import { API, api, dataOf } from '../../api/client.ts';
import { account, isSignInAsked, leaveTo } from './session.ts';

/** What is to be looked at again (docs/build/contract/events.md §34). */
export type Change =
  | { readonly kind: 'folder'; readonly id: number }
  | { readonly kind: 'trash' | 'shares' | 'account' | 'reset' };

/** What tabs of one browser tell each other. */
type Message =
  | { readonly say: 'who' | 'here' | 'gone' }
  | { readonly say: 'account'; readonly id: number }
  | { readonly say: 'change'; readonly change: Change };

const KINDS = ['trash', 'shares', 'account', 'reset'] as const;
/** The tab with the stream says that it is there this often. */
const HERE_EVERY_MS = 4000;
/** After this time without a word of it another tab opens a stream. */
const MISSED_AFTER_MS = 10_000;
/** Without an answer within this time there is no such tab. */
const ANSWER_MS = 300;

const listeners = new Set<(change: Change) => void>();

/** Calls the listener for each change by others, or by another tab. @returns stops */
export function onChange(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(change: Change): void {
  for (const listener of listeners) listener(change);
}

/** One stream for all tabs of a browser: it allows six connections to a service, and each tab needs some. */
class Stream {
  readonly #tabs = new BroadcastChannel('dms-events');
  #source: EventSource | undefined;
  #heard = 0;

  start(): void {
    this.#tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data));
    addEventListener('pagehide', () => this.#close());
    // The browser brought the page back as it was.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      tell({ kind: 'reset' });
      this.#ask();
    });
    setInterval(() => this.#look(), HERE_EVERY_MS);
    effect(() => {
      if (account.value !== null) this.#say({ say: 'account', id: account.value.id });
    });
    effect(() => {
      // Other tabs ask then, and find the same.
      if (isSignInAsked.value) this.#close();
    });
    this.#ask();
  }

  #say(message: Message): void {
    this.#tabs.postMessage(message);
  }

  #hear(message: Message): void {
    if (message.say === 'change') tell(message.change);
    if (message.say === 'account') leaveTo(message.id);
    if (message.say === 'who' && this.#source !== undefined) this.#say({ say: 'here' });
    if (message.say === 'here') this.#heard = performance.now();
    if (message.say === 'gone') this.#ask();
  }

  /** Opens the stream if no other tab says that it has one. Tabs that ask at the same time wait for different times. */
  #ask(): void {
    const asked = performance.now();
    this.#say({ say: 'who' });
    setTimeout(
      () => {
        if (this.#heard < asked) this.#open();
      },
      ANSWER_MS * (1 + Math.random()),
    );
  }

  #look(): void {
    if (this.#source !== undefined) this.#say({ say: 'here' });
    else if (performance.now() - this.#heard > MISSED_AFTER_MS) this.#ask();
    // After an answer that is no stream the browser does not try again by itself.
    if (this.#source?.readyState === EventSource.CLOSED) this.#source = undefined;
  }

  #open(): void {
    if (this.#source !== undefined || account.value === null || isSignInAsked.value) return;
    this.#say({ say: 'here' });
    const source = new EventSource(`${API}/events`);
    this.#source = source;
    const pass = (change: Change): void => {
      tell(change);
      this.#say({ say: 'change', change });
    };
    // What changed after the page was loaded, and before the stream stood, is in no event of it.
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
    this.#say({ say: 'gone' });
  }
}

/**
 * Finds out whether the session has ended, after a stream was refused: no browser tells the status. If so, the user is asked
 * to sign in, as after any request. A page that nobody touches must not show for long what its reader may not see any more.
 */
function askWho(): void {
  // What cannot be found out now is asked after the next stream.
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

/** Begins to listen to the service. To be called once. */
export function startEvents(): void {
  new Stream().start();
}
