import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { api, dataOf, pageOf } from '../../api/client.ts';
import { contentTagOf } from '../../api/content-tag.ts';
import type { Document, DocumentDetails } from '../../api/records.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Problem } from '../../parts/dialogs/problem.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { PAGE_SIZE, usePages } from '../../parts/hooks/use-pages.ts';
import { Loading } from '../../parts/loading/loading.tsx';
import { showToast } from '../../state/toasts.ts';
import { showUndoable } from '../../state/undo.ts';
import { t } from '../../text/text.ts';
import { VersionLine } from './version-line.tsx';

interface VersionsTabProps {
  readonly document: DocumentDetails;
  /** Number of the version in the preview. */
  readonly shown: number;
  readonly onChanged: () => void;
}

function paramsOf(id: number, number: number) {
  return { params: { path: { id, number } } };
}

/** @param tag ETag that the content must have; undefined: any @returns the document, with its newest version */
function restore(id: number, number: number, tag?: string): Promise<Document> {
  const headers = tag === undefined ? {} : { 'If-Match': tag };
  return dataOf(api.POST('/documents/{id}/versions/{number}/restore', { ...paramsOf(id, number), headers }));
}

/** Actions on the versions of a document. @param onDone called after each action to reload the page */
function versionActions({ id, version: head }: DocumentDetails, onDone: () => void) {
  const texts = t().document;
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (reason) {
      showToast(asApiError(reason).message, 'failed');
    }
    onDone();
  };
  return {
    restore: (number: number) =>
      attempt(async () => {
        const restored = await restore(id, number);
        if (restored.version === head) {
          showToast(texts.sameContent(number));
          return;
        }
        const tag = await contentTagOf(restored);
        showUndoable(texts.restored(number), () => attempt(() => restore(id, head, tag)));
      }),
    remove: (number: number) =>
      attempt(async () => {
        await dataOf(api.DELETE('/documents/{id}/versions/{number}', paramsOf(id, number)));
        showToast(texts.versionDeleted(number));
      }),
    comment: async (number: number, comment: string): Promise<boolean> => {
      const call = { ...paramsOf(id, number), body: { comment } };
      await dataOf(api.PATCH('/documents/{id}/versions/{number}', call));
      onDone();
      return true;
    },
  };
}

/** The versions of a document, newest first. */
export function VersionsTab({ document, shown, onChanged }: VersionsTabProps) {
  const { id, version: head } = document;
  const [deleted, setDeleted] = useState<number>();
  const { items, error, reload, more } = usePages(
    (page) => {
      const params = { path: { id }, query: { page, per_page: PAGE_SIZE } };
      return pageOf(api.GET('/documents/{id}/versions', { params }));
    },
    [id, head],
  );
  const actions = versionActions(document, () => {
    onChanged();
    reload();
  });
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (items === undefined) return <Loading />;
  return (
    <>
      <ul class="records">
        {items.map((version) => (
          <VersionLine
            key={version.number}
            document={document}
            version={version}
            isShown={version.number === shown}
            onRestore={() => void actions.restore(version.number)}
            onDelete={() => setDeleted(version.number)}
            onComment={(comment) => actions.comment(version.number, comment)}
          />
        ))}
      </ul>
      {more && <Button onClick={more}>{t().document.showOlder}</Button>}
      {deleted !== undefined && (
        <DeleteDialog
          number={deleted}
          onClose={() => setDeleted(undefined)}
          onDelete={() => {
            setDeleted(undefined);
            void actions.remove(deleted);
          }}
        />
      )}
    </>
  );
}

interface DeleteDialogProps {
  readonly number: number;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Asks for confirmation, because a deleted version cannot be restored. */
function DeleteDialog({ number, onClose, onDelete }: DeleteDialogProps) {
  const texts = t().document;
  return (
    <Dialog title={texts.purgeTitle(number)} onClose={onClose}>
      <p>{texts.purgeText}</p>
      <div class="buttons">
        <Button variant="danger" onClick={onDelete}>
          {texts.deleteVersion(number)}
        </Button>
        <Button onClick={onClose}>{t().cancel}</Button>
      </div>
    </Dialog>
  );
}
