import { DmsError, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { currentSession, notSignedIn, requireOwner } from '../access/access.ts';
import { displayNameFault, Faults } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import { addressBlock, makeSessionSecret, sha256 } from '../credentials/credentials.ts';
import type { Tokens } from './tokens.ts';

/** Time in which a user must answer, and the device must fetch its credentials. */
const LIFETIME_MS = 20 * 60_000;
/** Maximum number of device sign-ins in memory, each of less than 1 KiB. */
const MAX_HELD = 2000;
/** Maximum number of those from one address block. */
const MAX_PER_ADDRESS = 20;
/** Maximum length of a device's name in characters, as of the token with that name. */
const MAX_NAME_LENGTH = 100;

/** The two secrets of a device sign-in, both of 256 random bits. */
export interface StartedDeviceSignIn {
  /** For the device, which asks with it for its credentials. */
  readonly pollSecret: string;
  /** For the address of the page on which the user answers. */
  readonly pageSecret: string;
}

/** What the user who answers must know about the device, and the value that the answer must contain. */
export interface DeviceQuestion {
  readonly device: string;
  /** Address from which the device asked. */
  readonly ip: string | null;
  /** True if the user's browser has an address of the same block. */
  readonly isSameNetwork: boolean;
  /** Valid for this device sign-in and the user's session only, and for one answer. */
  readonly confirmation: string;
}

/** Login name, and a token with the scope `webdav` that is used as password. */
export interface DeviceCredentials {
  readonly login: string;
  readonly token: string;
}

/** Outcome of an answer. `unconfirmed`: the confirmation was that of another session or device; nothing happened. */
export type DeviceAnswer = 'answered' | 'unconfirmed';

interface Granted {
  readonly userId: number;
  readonly tokenId: number;
  readonly secret: string;
}

interface Held {
  readonly pollHash: string;
  readonly pageHash: string;
  readonly device: string;
  readonly ip: string | null;
  readonly addressBlock: string;
  readonly expiresAt: number;
  readonly confirmationKey: string;
  /** True from the user's answer on: only one counts. */
  isAnswered: boolean;
  granted: Granted | undefined;
  /** True while a response with the credentials is being sent. */
  isBeingFetched: boolean;
}

interface Dependencies {
  readonly tokens: Pick<Tokens, 'create'>;
}

/**
 * Sign-in of a program on a device by a user in the browser: the device starts it, the user answers on a page of this
 * service, and the device fetches a token. The device never sees the user's password, and the second factor holds.
 *
 * In memory only: a restart forgets all of them, and the device starts again. The secrets are kept as hashes.
 */
export class DeviceSignIns {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** By the hash of the page secret, oldest first. */
  readonly #byPage = new Map<string, Held>();
  readonly #byPoll = new Map<string, Held>();

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Starts a device sign-in. Needs no actor.
   * @param device name of the device, for the user and for the token: at most 100 characters, without control characters
   * @throws {DmsError} invalid | throttled (too many are open: in total, or from this address)
   */
  start(device: string, ip: string | null): StartedDeviceSignIn {
    const faults = new Faults();
    faults.add('device', displayNameFault(device, MAX_NAME_LENGTH));
    faults.throwIfAny();
    this.#forgetExpired();
    this.#requireRoom(ip);
    const secret = () => makeSessionSecret(this.#context.randomBytes);
    const [pollSecret, pageSecret] = [secret(), secret()];
    const held: Held = {
      pollHash: sha256(pollSecret),
      pageHash: sha256(pageSecret),
      device,
      ip,
      addressBlock: addressBlock(ip ?? ''),
      expiresAt: this.#context.now() + LIFETIME_MS,
      confirmationKey: secret(),
      isAnswered: false,
      granted: undefined,
      isBeingFetched: false,
    };
    this.#byPage.set(held.pageHash, held);
    this.#byPoll.set(held.pollHash, held);
    return { pollSecret, pageSecret };
  }

  /** True if a user can answer on the page with this secret. Needs no actor. */
  isOpen(pageSecret: string): boolean {
    const held = this.#current(this.#byPage.get(sha256(pageSecret)));
    return held?.isAnswered === false;
  }

  /**
   * What the user of a browser session is asked.
   * @throws {DmsError} unauthenticated (no browser session) | forbidden | not_found (unknown, expired or answered)
   */
  question(actor: Actor, pageSecret: string): DeviceQuestion {
    const { ip, sessionId } = sessionOf(actor);
    const held = this.#open(pageSecret);
    return {
      device: held.device,
      ip: held.ip,
      isSameNetwork: addressBlock(ip ?? '') === held.addressBlock,
      confirmation: confirmationOf(held, sessionId),
    };
  }

  /**
   * Grants the device a token with the scope `webdav`, named after the device. The rules, the activity record and the
   * e-mail are those of {@link Tokens.create}. A paused user may grant, because the token of a paused user changes
   * nothing.
   * @param confirmation that of {@link DeviceSignIns.question}
   * @throws {DmsError} unauthenticated | forbidden | not_found (unknown, expired or answered)
   */
  async grant(actor: Actor, pageSecret: string, confirmation: string): Promise<DeviceAnswer> {
    const { sessionId, userId } = sessionOf(actor);
    const held = this.#open(pageSecret);
    if (confirmation !== confirmationOf(held, sessionId)) return 'unconfirmed';
    held.isAnswered = true;
    try {
      const input = { name: held.device, scopes: ['webdav'], expiresAt: null };
      const { token, secret } = await this.#deps.tokens.create(actor, input);
      held.granted = { userId, tokenId: token.id, secret };
      return 'answered';
    } catch (error) {
      held.isAnswered = false;
      throw error;
    }
  }

  /**
   * Refuses the device, and forgets it.
   * @throws {DmsError} unauthenticated | forbidden | not_found (unknown, expired or answered)
   */
  refuse(actor: Actor, pageSecret: string, confirmation: string): DeviceAnswer {
    const { sessionId } = sessionOf(actor);
    const held = this.#open(pageSecret);
    if (confirmation !== confirmationOf(held, sessionId)) return 'unconfirmed';
    this.#forget(held);
    return 'answered';
  }

  /**
   * The credentials that a user has granted, for one response at a time, whose end is told to
   * {@link DeviceSignIns.fetched}. Needs no actor.
   * @returns `pending` before the answer; undefined if the secret is unknown, expired or refused, if the credentials were
   * fetched, and if the token was revoked or its owner disabled since
   */
  fetch(pollSecret: string): DeviceCredentials | 'pending' | undefined {
    const held = this.#current(this.#byPoll.get(sha256(pollSecret)));
    if (held === undefined) return undefined;
    if (held.granted === undefined || held.isBeingFetched) return 'pending';
    const { userId, tokenId, secret } = held.granted;
    const user = this.#context.tables.users.find(userId);
    if (user?.isDisabled !== false || this.#context.tables.tokens.find(tokenId) === undefined) {
      this.#forget(held);
      return undefined;
    }
    held.isBeingFetched = true;
    return { login: user.login, token: secret };
  }

  /**
   * Ends a response with credentials. Only an interrupted one can be repeated.
   * @param isComplete true if the whole response was handed to the operating system
   */
  fetched(pollSecret: string, isComplete: boolean): void {
    const held = this.#byPoll.get(sha256(pollSecret));
    if (held === undefined) return;
    held.isBeingFetched = false;
    if (isComplete) this.#forget(held);
  }

  #open(pageSecret: string): Held {
    const held = this.#current(this.#byPage.get(sha256(pageSecret)));
    if (held === undefined || held.isAnswered) throw notFound();
    return held;
  }

  #current(held: Held | undefined): Held | undefined {
    return held !== undefined && held.expiresAt > this.#context.now() ? held : undefined;
  }

  #requireRoom(ip: string | null): void {
    const block = addressBlock(ip ?? '');
    let ofBlock = 0;
    for (const held of this.#byPage.values()) if (held.addressBlock === block) ofBlock += 1;
    if (ofBlock < MAX_PER_ADDRESS && this.#byPage.size < MAX_HELD) return;
    throw new DmsError('throttled', message('too_many_requests'), { retryAfter: LIFETIME_MS / 1000 });
  }

  #forgetExpired(): void {
    for (const held of this.#byPage.values()) if (this.#current(held) === undefined) this.#forget(held);
  }

  #forget(held: Held): void {
    this.#byPage.delete(held.pageHash);
    this.#byPoll.delete(held.pollHash);
  }
}

/** @throws {DmsError} unauthenticated: also for a token, which could otherwise make itself another one */
function sessionOf(actor: Actor): {
  readonly ip: string | null;
  readonly sessionId: number;
  readonly userId: number;
} {
  const user = requireOwner(actor);
  const sessionId = currentSession(user);
  if (sessionId === undefined) throw notSignedIn(actor);
  return { ip: user.ip, sessionId, userId: user.userId };
}

function confirmationOf({ confirmationKey }: Held, sessionId: number): string {
  return sha256(`${confirmationKey}:${String(sessionId)}`);
}
