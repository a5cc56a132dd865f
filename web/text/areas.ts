import type { Language } from './language.ts';
import type { MessageTexts } from './message-texts.ts';
import { importWithRetry } from './retry.ts';

type Loaders<T> = Readonly<Record<Language, () => Promise<T>>>;

function loaders<T>(en: () => Promise<T>, de: () => Promise<NoInfer<T>>): Loaders<T> {
  return { en, de };
}

/** Texts that only some pages need, loaded on first use. */
export const AREAS = {
  account: loaders(
    async () => (await importWithRetry(() => import('./en/account.ts'))).accountTexts,
    async () => (await importWithRetry(() => import('./de/account.ts'))).accountTexts,
  ),
  activity: loaders(
    async () => (await importWithRetry(() => import('./en/activity.ts'))).activityTexts,
    async () => (await importWithRetry(() => import('./de/activity.ts'))).activityTexts,
  ),
  admin: loaders(
    async () => (await importWithRetry(() => import('./en/admin.ts'))).adminTexts,
    async () => (await importWithRetry(() => import('./de/admin.ts'))).adminTexts,
  ),
  document: loaders(
    async () => (await importWithRetry(() => import('./en/document.ts'))).documentTexts,
    async () => (await importWithRetry(() => import('./de/document.ts'))).documentTexts,
  ),
  drive: loaders(
    async () => (await importWithRetry(() => import('./en/drive.ts'))).driveTexts,
    async () => (await importWithRetry(() => import('./de/drive.ts'))).driveTexts,
  ),
  earlier: loaders(
    async () => (await importWithRetry(() => import('./en/earlier.ts'))).earlierTexts,
    async () => (await importWithRetry(() => import('./de/earlier.ts'))).earlierTexts,
  ),
  groups: loaders(
    async () => (await importWithRetry(() => import('./en/groups.ts'))).groupsTexts,
    async () => (await importWithRetry(() => import('./de/groups.ts'))).groupsTexts,
  ),
  shortcuts: loaders(
    async () => (await importWithRetry(() => import('./en/shortcuts.ts'))).shortcutsTexts,
    async () => (await importWithRetry(() => import('./de/shortcuts.ts'))).shortcutsTexts,
  ),
  messages: loaders<MessageTexts>(
    // The service already sends English.
    () => Promise.resolve({ texts: {}, words: {} }),
    async () => {
      const { messageTexts: texts, messageWords: words } = await importWithRetry(
        () => import('./de/messages.ts'),
      );
      return { texts, words };
    },
  ),
  sharing: loaders(
    async () => (await importWithRetry(() => import('./en/sharing.ts'))).sharingTexts,
    async () => (await importWithRetry(() => import('./de/sharing.ts'))).sharingTexts,
  ),
  trash: loaders(
    async () => (await importWithRetry(() => import('./en/trash.ts'))).trashTexts,
    async () => (await importWithRetry(() => import('./de/trash.ts'))).trashTexts,
  ),
  undo: loaders(
    async () => (await importWithRetry(() => import('./en/undo.ts'))).undoTexts,
    async () => (await importWithRetry(() => import('./de/undo.ts'))).undoTexts,
  ),
  undoChanges: loaders(
    async () => (await importWithRetry(() => import('./en/undo-changes.ts'))).undoChangesTexts,
    async () => (await importWithRetry(() => import('./de/undo-changes.ts'))).undoChangesTexts,
  ),
};

/** Name of one of {@link AREAS}. */
export type Area = keyof typeof AREAS;

/** The texts of all areas, by their names. */
export type AreaTexts = { readonly [A in Area]: Awaited<ReturnType<(typeof AREAS)[A]['en']>> };
