import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '../../model/durations.ts';
import type { Entry } from '../../model/entries/entry.ts';
import type { Link } from '../../model/entries/link.ts';
import { DmsError, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { StoredLink } from '../../storage/tree/tree.ts';
import { type Access, commit } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { addressBlock, type Passwords, sha256, type Throttle } from '../credentials/credentials.ts';
import { allowsDownloads, endOf, type LinkPolicy } from './link-rules.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** How long a browser can use a link after its password was entered. */
const UNLOCKED_MS = 12 * HOUR_MS;
/** Client addresses that are kept for a link. */
const KEPT_USES = 100;
const CODE = /^[\w-]{22}$/;

/** An open link: the actor that its visitor is, and the linked entry. */
export interface Visit extends Visitor {
  readonly link: Link;
}

/** An entry behind a link. */
export interface LinkedEntry {
  readonly entry: Entry;
  /** Folders above it, from the linked one down. */
  readonly above: readonly Pick<Entry, 'id' | 'name'>[];
  /** Permission bits of the visitor on it. */
  readonly permissions: number;
}

/** What a request has to show for a link. */
export interface VisitRequest {
  /** From the address. */
  readonly code: string;
  /** Result of {@link LinkVisits.unlock}, from a cookie; undefined: none. */
  readonly proof: string | undefined;
  /** Address of the client. */
  readonly ip: string | null;
  /** Secret of the visit, from a cookie; undefined: the visitor sends nothing. */
  readonly secret?: string | undefined;
}

interface Dependencies {
  readonly access: Access;
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

/** Links, for their visitors, who have no account. Whether a link works is judged anew for each request. */
export class LinkVisits {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #policy: LinkPolicy;

  constructor(context: Context, deps: Dependencies, policy: LinkPolicy) {
    this.#context = context;
    this.#deps = deps;
    this.#policy = policy;
  }

  /**
   * Opens a link.
   * @returns undefined if the password is missing
   * @throws {DmsError} not_found: there is no such link, or it does not work now
   */
  open({ code, proof, ip, secret }: VisitRequest): Visit | undefined {
    const { link, ...visitor } = this.#find(code, ip, secret);
    if (link.passwordHash !== null && !this.#isProven(link.passwordHash, code, proof)) return undefined;
    return { link, ...visitor };
  }

  /**
   * An entry behind a link: the linked one, or one beneath it.
   * @throws {DmsError} not_found
   */
  entry({ user }: Visit, id: number): LinkedEntry {
    const { entry, entryAccess } = this.#deps.access.entry(user, id);
    const above = entryAccess.lineage.slice(1).map(({ id: folderId, name }) => ({ id: folderId, name }));
    return { entry, above: above.toReversed(), permissions: entryAccess.permissions };
  }

  /** Time at which a link ends, in milliseconds UTC; null: never. */
  endOf(link: Link): number | null {
    const end = endOf(link, this.#policy);
    return end === Infinity ? null : end;
  }

  /**
   * Checks the password of a link. Failures count per link and address, per link and per address.
   * @returns a proof for {@link LinkVisits.open}, valid for 12 hours and until the password changes
   * @throws {DmsError} not_found | unauthenticated (the password is wrong) | throttled
   */
  async unlock({ code, ip }: Omit<VisitRequest, 'proof'>, password: string): Promise<string> {
    const { passwords, throttle } = this.#deps;
    const { link } = this.#find(code, ip);
    if (link.passwordHash === null) return '';
    const beforeRun = (): void => throttle.checkLink(link.id, ip);
    beforeRun();
    const client = `link\0${addressBlock(ip ?? '')}`;
    const isRight = await passwords.verify(link.passwordHash, password, {
      client,
      isKnown: false,
      beforeRun,
    });
    beforeRun();
    // The link may have ended, or its password may have changed.
    const { passwordHash } = this.#find(code, ip).link;
    if (!isRight || passwordHash !== link.passwordHash) {
      throttle.failLink(link.id, ip);
      throw new DmsError('unauthenticated', message('link_password_wrong'));
    }
    const until = String(this.#context.now() + UNLOCKED_MS);
    return `${until}.${proofOf(link.passwordHash, code, until)}`;
  }

  /**
   * Counts a visit, if the link was not used from this address before.
   * @returns true if it was counted
   * @throws {DmsError} not_found: the link does not work any more
   */
  async noteAddress({ link }: Visit, request: VisitRequest): Promise<boolean> {
    if (this.#context.tables.links.isUsedFrom(link.id, addressBlock(request.ip ?? ''))) return false;
    await this.count(request, 'visit');
    return true;
  }

  /**
   * Counts a visit or a download, in one transaction with the last check of the link. The first use from an address is
   * recorded as an activity, for as many addresses as are kept: a stranger may have many.
   * @throws {DmsError} not_found: the link does not work any more, for example because it had its last download
   */
  count(request: VisitRequest, use: 'visit' | 'download'): Promise<void> {
    return commit(this.#context, { kind: 'guest', ip: request.ip }, () => {
      const { links } = this.#context.tables;
      const visit = this.open(request);
      if (!visit) throw notFound();
      const { entry, link } = visit;
      if (use === 'download' && !allowsDownloads(link.kind)) throw notFound();
      const address = addressBlock(request.ip ?? '');
      const isNew = !links.isUsedFrom(link.id, address) && links.countUses(link.id) < KEPT_USES;
      links.use(link.id, use, { ip: address, at: this.#context.now(), kept: KEPT_USES });
      if (!isNew) return;
      const guest = { kind: 'guest', ip: request.ip } as const;
      const { id, label, createdBy } = link;
      const text = message('link_used', { name: entry.name, link: id, label, user: createdBy.login });
      this.#deps.activity.record(guest, 'link_use', message('entry', { name: entry.name }), entry, { text });
    });
  }

  #find(code: string, ip: string | null, secret?: string): Visitor & { readonly link: StoredLink } {
    const link = CODE.test(code) ? this.#context.tables.links.findByCode(sha256(code)) : undefined;
    const entry = link && this.#context.tables.entries.find(link.entryId);
    const visit = secret === undefined ? null : sha256(secret);
    const request = entry && { link, entry, policy: this.#policy, ip, visit };
    const visitor = request && visitorOf(this.#context, this.#deps.access, request);
    if (!link || !visitor) throw notFound();
    return { link, ...visitor };
  }

  #isProven(passwordHash: string, code: string, proof = ''): boolean {
    const [until = '', mac = ''] = proof.split('.');
    const wanted = Buffer.from(proofOf(passwordHash, code, until));
    const given = Buffer.from(mac);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
    return Number(until) > this.#context.now();
  }
}

/**
 * Proof that the password of a link was entered. The key is the stored hash, which contains 128 random bits that only
 * the database has.
 */
function proofOf(passwordHash: string, code: string, until: string): string {
  return createHmac('sha256', passwordHash).update(`${code} ${until}`).digest('base64url');
}
