import { HOUR_MS, MINUTE_MS } from '../../model/durations.ts';
import type { Document } from '../../model/entries/entry.ts';
import { UPDATE } from '../../model/entries/permissions.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { EditAddress } from '../../storage/accounts/accounts.ts';
import { type Access, actorOf, commit, notSignedIn, READ_WRITE, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import { sha256 } from '../credentials/credentials.ts';

/** How long an address works after its last use. */
const LIFETIME_MS = 12 * HOUR_MS;
/** A use renews an address only after this time. A write at each request would cost too much. */
const RENEWAL_MS = 5 * MINUTE_MS;
/** Addresses of a user. A further one ends the oldest. */
const MAX_ADDRESSES = 200;
/** Random bytes of a token: 22 characters. */
const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;

/** A new address. Its token is not stored and cannot be shown again. */
export interface OpenedAddress {
  readonly token: string;
  /** Name of the document. */
  readonly name: string;
  /** Time at which it ends without further use, in milliseconds UTC. */
  readonly expiresAt: number;
}

/** A document at an address that works. */
export interface EditedDocument {
  /** The user of the address, confined to the document. */
  readonly user: UserActor;
  readonly document: Document;
  /** Id of the address. */
  readonly addressId: number;
  /** Name of the document when the address was made. */
  readonly name: string;
}

interface Dependencies {
  readonly access: Access;
}

/**
 * Addresses at which a program edits one document for one user without a password. Whoever has the token can read and
 * save the document with the rights that the user has at that moment, and nothing else (`Access`). An address ends 12
 * hours after its last use, and with the session or token that made it.
 */
export class EditAddresses {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Makes an address for a document that the actor may change.
   * @throws {DmsError} unauthenticated (also without a session or token) | not_found | forbidden (also a token without
   * the scopes `read` and `write`)
   */
  open(actor: Actor, documentId: number): Promise<OpenedAddress> {
    const token = this.#context.randomBytes(TOKEN_BYTES).toString('base64url');
    return commit(this.#context, actor, () => {
      const maker = makerOf(requireUser(actor, 'read'));
      const { user, entry } = this.#deps.access.document(actor, documentId, UPDATE);
      const { editAddresses } = this.#context.tables;
      const address = { documentId, userId: user.userId, name: entry.name };
      const expiresAt = this.#context.now() + LIFETIME_MS;
      editAddresses.insert({ ...address, ...maker, tokenSha256: sha256(token), expiresAt });
      editAddresses.deleteOldest(user.userId, MAX_ADDRESSES);
      return { token, name: entry.name, expiresAt };
    });
  }

  /**
   * The document at an address, and the actor for a request there. Renews the address.
   * @param ip address of the client
   * @returns undefined if there is no such address, it has ended, the user is disabled, or the user may no longer read
   * the document
   */
  find(token: string, ip: string | null): EditedDocument | undefined {
    const { editAddresses, entries, users } = this.#context.tables;
    const address = TOKEN.test(token) ? editAddresses.findByToken(sha256(token)) : undefined;
    if (!address || address.expiresAt <= this.#context.now()) return undefined;
    const { documentId, name } = address;
    const account = users.find(address.userId);
    if (account?.isDisabled !== false) return undefined;
    const credential = { kind: 'edit_address', id: address.id, entryId: documentId } as const;
    const user = actorOf(account, { credential, capabilities: READ_WRITE, ip });
    const document = entries.find(documentId);
    if (document?.kind !== 'file' || !this.#deps.access.readable(user, document)) return undefined;
    this.#renew(address);
    return { user, document, addressId: address.id, name };
  }

  /** Does not wait for the disk, and ignores errors: reading must work even if the database cannot be written. */
  #renew({ id, renewableUntil }: EditAddress): void {
    const until = this.#context.now() + LIFETIME_MS;
    if (until - renewableUntil < RENEWAL_MS) return;
    try {
      this.#context.database.tryTransaction(() => this.#context.tables.editAddresses.updateExpiry(id, until));
    } catch {
      return;
    }
  }
}

/** The session or token with which an address ends. @throws {DmsError} unauthenticated, for other credentials */
function makerOf(user: UserActor): { sessionId: number | null; tokenId: number | null } {
  const { kind } = user.credential;
  if (kind === 'session') return { sessionId: user.credential.id, tokenId: null };
  if (kind === 'token') return { sessionId: null, tokenId: user.credential.id };
  throw notSignedIn(user);
}
