import type { IncomingMessage } from 'node:http';
import type { Dms } from '../../core/dms.ts';
import { READ } from '../../model/entries/permissions.ts';
import type { Share } from '../../model/entries/share.ts';
import { DmsError } from '../../model/errors/errors.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { missing, queryOf } from '../sync-context.ts';
import type { OcsData } from './ocs-response.ts';

/** Maximum number of shares, and of links, in a response. */
const PAGE = { page: 1, perPage: 500 };
/** Clients know each recipient of a share by a number of its own, and links by the one after those of the recipients. */
const NUMBERS = 1000;

type Element = Readonly<Record<string, string | number | boolean>>;

/** Fields that depend on one recipient, or on the link. */
interface Terms {
  readonly number: number;
  readonly type: 0 | 1 | 3;
  readonly recipient?: { readonly id: string; readonly name: string };
  readonly permissions: number;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly creator: { readonly id: string; readonly name: string };
}

/** What all elements of a response are made with. */
interface Listing {
  readonly dms: Dms;
  readonly actor: UserActor;
  readonly addressOf: ReturnType<Dms['tree']['addresses']>;
}

/**
 * Shares as the Android app of Nextcloud shows them: those that the user made, those on an entry (`path`) or on the members of
 * a folder (`subfiles`), or those that the user receives (`shared_with_me`). Each recipient is an element. They cannot be
 * changed here.
 * @throws {DavError} 404 @throws {DmsError} forbidden
 */
export async function sharesFor(dms: Dms, actor: UserActor, request: IncomingMessage): Promise<OcsData> {
  const query = queryOf(request);
  const path = (query.get('path') ?? '').split('/').filter((name) => name !== '');
  const folder = query.get('subfiles') === 'true' ? `/${path.join('/')}` : undefined;
  const entry = query.has('path') && folder === undefined ? entryAt(dms, actor, path) : undefined;
  const isReceived = query.get('shared_with_me') === 'true';
  const role = isReceived ? 'recipient' : 'creator';
  const { items } = await dms.shares.list(actor, entry ? { entry } : { role }, PAGE);
  const listing = { dms, actor, addressOf: dms.tree.addresses(actor) };
  const links = isReceived ? [] : linkElements(listing, entry?.id);
  const elements = [...items.flatMap((share) => shareElements(listing, share)), ...links];
  return folder === undefined ? elements : elements.filter(({ path: of }) => isMember(String(of), folder));
}

function isMember(path: string, folder: string): boolean {
  return path.slice(0, path.lastIndexOf('/')) === (folder === '/' ? '' : folder);
}

function entryAt(dms: Dms, actor: UserActor, path: readonly string[]) {
  const found = dms.tree.locate(actor, { path });
  if (!found) throw missing();
  return found.entry;
}

function shareElements(listing: Listing, share: Share): readonly Element[] {
  const { actor } = listing;
  const { createdBy, people, groups } = share;
  const id = createdBy?.id === actor.userId ? actor.login : String(createdBy?.id ?? '');
  const common = { ...share, creator: { id, name: createdBy?.name ?? '' } };
  const recipients = [
    ...people.map(({ login, name }) => ({ type: 0 as const, recipient: { id: login, name } })),
    ...groups.map((name) => ({ type: 1 as const, recipient: { id: name, name } })),
  ];
  return recipients.slice(0, NUMBERS - 1).flatMap((one, index) => {
    const number = share.id * NUMBERS + index;
    return elementOf(listing, share.entryId, { ...common, ...one, number });
  });
}

function linkElements(listing: Listing, entryId: number | undefined): readonly Element[] {
  const { items } = listing.dms.links.list(listing.actor, { entryId }, PAGE);
  return items
    .filter(({ entry, works }) => entry !== null && works)
    .flatMap(({ id, createdAt, createdBy, endsAt, entryId: of }) =>
      elementOf(listing, of, {
        number: id * NUMBERS + NUMBERS - 1,
        type: 3,
        permissions: READ,
        createdAt,
        expiresAt: endsAt,
        creator: { id: createdBy.login, name: createdBy.name },
      }),
    );
}

/** One element, or none if the entry has just disappeared. */
function elementOf(listing: Listing, entryId: number, terms: Terms): readonly Element[] {
  const { recipient = { id: '', name: '' } } = terms;
  try {
    return [
      {
        ...entryFields(listing, entryId),
        id: terms.number,
        share_type: terms.type,
        uid_owner: terms.creator.id,
        displayname_owner: terms.creator.name,
        permissions: terms.permissions,
        stime: Math.floor(terms.createdAt / 1000),
        expiration: terms.expiresAt === null ? '' : dateOf(terms.expiresAt),
        token: '',
        share_with: recipient.id,
        share_with_displayname: recipient.name,
        displayname_file_owner: terms.creator.name,
        note: '',
        label: '',
      },
    ];
  } catch (error) {
    if (error instanceof DmsError && error.code === 'not_found') return [];
    throw error;
  }
}

/** @throws {DmsError} not_found */
function entryFields({ addressOf, actor, dms }: Listing, id: number): Element {
  const { kind, path } = addressOf(id);
  const document = kind === 'file' ? dms.tree.document(actor, id) : undefined;
  return {
    path,
    item_type: kind,
    mimetype: document?.mimeType ?? 'httpd/unix-directory',
    has_preview: document?.thumbnail === 'ready' || document?.thumbnail === 'pending',
    item_source: id,
    file_source: id,
    file_target: path,
  };
}

/** Date and time as OCS has them, in UTC. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
