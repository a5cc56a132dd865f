import type { Colleague, Group, Share } from '../../api/records.ts';

/** A recipient of a share: a user, identified by login, or a group, identified by name. */
export type Recipient =
  | { readonly kind: 'user'; readonly name: string; readonly login: string }
  | { readonly kind: 'group'; readonly name: string };

/** How a user receives a share. */
export interface Receipt {
  /** The share names the user, who can leave it. */
  readonly isDirect: boolean;
  /** The groups of the user that receive the share. Empty for the user who made it, who receives nothing. */
  readonly through: readonly string[];
}

/** Identifies a recipient among users and groups. */
export function keyOf(recipient: Recipient): string {
  return recipient.kind === 'user' ? `user ${recipient.login}` : `group ${recipient.name}`;
}

/** The names of a share's recipients, users first. */
export function recipientNames({ people, groups }: Pick<Share, 'people' | 'groups'>): string {
  return [...people.map(({ name }) => name), ...groups].join(', ');
}

/** Recipients as fields of a request. Typed text that was not resolved to a recipient counts as a login. */
export function recipientFields(
  recipients: readonly Recipient[],
  typed: string,
): { users: string[]; groups: string[] } {
  const login = typed.trim();
  return {
    users: [
      ...recipients.flatMap((each) => (each.kind === 'user' ? each.login : [])),
      ...(login === '' ? [] : [login]),
    ],
    groups: recipients.flatMap(({ kind, name }) => (kind === 'group' ? name : [])),
  };
}

/** How a user receives a share. @param ownGroups names of the user's groups */
export function receiptOf(
  { users, groups, created_by: creator }: Pick<Share, 'users' | 'groups' | 'created_by'>,
  { id, login }: { readonly id: number; readonly login: string },
  ownGroups: readonly string[],
): Receipt {
  const isCreator = creator?.id === id;
  return {
    isDirect: users.includes(login),
    through: isCreator ? [] : groups.filter((name) => ownGroups.includes(name)),
  };
}

/** One list of suggestions. Users are before groups that match equally well. */
export function rankedRecipients(
  q: string,
  people: readonly Colleague[],
  groups: readonly Pick<Group, 'name'>[],
): readonly Recipient[] {
  const all: Recipient[] = [
    ...people.map(({ name, login }) => ({ kind: 'user' as const, name, login })),
    ...groups.map(({ name }) => ({ kind: 'group' as const, name })),
  ];
  const ranks = new Map(all.map((each) => [each, rankOf(each, q)]));
  return all.sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

/** 0: the whole name or login is the query. 1: words of the name begin with its words. 2: something else does. */
function rankOf(recipient: Recipient, q: string): number {
  const wanted = folded(q);
  const names = recipient.kind === 'user' ? [recipient.name, recipient.login] : [recipient.name];
  if (names.some((name) => folded(name) === wanted)) return 0;
  const words = wordsOf(folded(recipient.name));
  return wordsOf(wanted).every((part) => words.some((word) => word.startsWith(part))) ? 1 : 2;
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/);
}
