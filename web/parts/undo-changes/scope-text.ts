import type { Undo } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { formatMoment, formatPeriod } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** What an undo takes back. @param names display names by the id of the user */
export function whatOf(undo: Undo, names: ReadonlyMap<number, string>): string {
  const texts = t().undoChanges;
  if (undo.kind === 'undo') return texts.undoOf(undo.undo_id ?? 0);
  if (undo.kind === 'folder') return texts.folderAsOf(formatMoment(undo.since ?? undo.began_at));
  if (undo.user_id === null) return texts.ofAll;
  if (undo.user_id === account.value?.id) return texts.own;
  const name = names.get(undo.user_id);
  return name === undefined ? texts.ofDeleted : texts.of(name);
}

/** The other conditions of an undo. */
export function conditionsOf({
  kind,
  since,
  until,
  ip,
  token_id,
  folder_id,
  force,
}: Undo): readonly string[] {
  const texts = t().undoChanges;
  if (kind !== 'changes' || since === null || until === null) return [];
  return [
    formatPeriod(since, until),
    ...(ip === null ? [] : [texts.fromAddress(ip)]),
    ...(token_id === null ? [] : [texts.oneToken]),
    ...(folder_id === null ? [] : [texts.oneFolder]),
    ...(force ? [texts.forced] : []),
  ];
}
