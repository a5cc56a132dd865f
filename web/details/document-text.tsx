import { useRef, useState } from 'preact/hooks';
import { asApiError } from '../api/api-error.ts';
import { api, dataOf } from '../api/client.ts';
import { contentTagOf } from '../api/content-tag.ts';
import type { Document, DocumentDetails } from '../api/records.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { Button } from '../parts/forms/button.tsx';
import { showToast } from '../state/toasts.ts';
import { formatMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { EditableText } from './editable-text.tsx';
import { readOnlyReason } from './read-only-reason.ts';

type TextName = 'title' | 'comments';

interface DocumentTextProps {
  readonly document: DocumentDetails;
  readonly name: TextName;
  readonly onChanged: () => void;
  readonly onSet: (document: DocumentDetails) => void;
}

/** Changes that another user made while this user was typing. */
interface Conflict {
  readonly now: Document;
  readonly mine: string;
}

function read(id: number): Promise<Document> {
  return dataOf(api.GET('/documents/{id}', { params: { path: { id } } }));
}

interface Wanted {
  readonly name: TextName;
  readonly text: string;
  /** The text that the user has seen. */
  readonly seen: string;
  /** ETag of the content that the user has seen; undefined: any. */
  readonly tag?: string | undefined;
}

/** @throws {ApiError} 412: the text or the content is no longer the one that the user has seen */
async function write(id: number, { name, text, seen, tag }: Wanted): Promise<void> {
  const body = { [name]: text, expected: { [name]: seen } };
  const headers = tag === undefined ? {} : { 'If-Match': tag };
  await dataOf(api.PATCH('/documents/{id}', { params: { path: { id } }, headers, body }));
}

/** The title or the comments of a document, editable in place. */
export function DocumentText({ document, name, onChanged, onSet }: DocumentTextProps) {
  const [conflict, setConflict] = useState<Conflict>();
  const [round, setRound] = useState(0);
  const tag = useRef<Promise<string | undefined>>(undefined);
  const { id } = document;
  const finish = (text: string): void => {
    onSet({ ...document, [name]: text });
    onChanged();
  };
  /** Saves a text. If another user has changed it, or the content, asks the user. */
  const save = async (mine: string, seen: string, seenTag?: string): Promise<boolean> => {
    try {
      await write(id, { name, text: mine, seen, tag: seenTag });
    } catch (reason) {
      if (asApiError(reason).status !== 412) throw reason;
      setConflict({ now: await read(id), mine });
      return false;
    }
    finish(mine);
    return true;
  };
  const settle = ({ now, mine }: Conflict, isMine: boolean): void => {
    setConflict(undefined);
    setRound(round + 1);
    if (isMine)
      save(mine, now[name]).catch((reason: unknown) => showToast(asApiError(reason).message, 'failed'));
    else onChanged();
  };
  const texts = t().document;
  return (
    <>
      <EditableText
        key={round}
        label={texts[name]}
        name={name}
        value={document[name]}
        empty={texts.addComments}
        isLong={name === 'comments'}
        isEditable={readOnlyReason(document, 'update') === undefined}
        onEdit={() => {
          tag.current = contentTagOf(document);
        }}
        onSave={async (text) => save(text, document[name], await tag.current)}
      />
      {conflict && (
        <ConflictDialog
          {...conflict}
          name={name}
          onSettle={(isMine) => settle(conflict, isMine)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
}

interface ConflictDialogProps extends Conflict {
  readonly name: TextName;
  /** Called with true to save the user's text, with false to keep the current one. */
  readonly onSettle: (isMine: boolean) => void;
  readonly onClose: () => void;
}

/** Shows both texts and lets the user choose one. */
function ConflictDialog({ now, mine, name, onSettle, onClose }: ConflictDialogProps) {
  const texts = t().document;
  return (
    <Dialog title={texts.changedMeanwhile} onClose={onClose}>
      <p>{texts.changedBy(now.updated_by?.name ?? texts.nobody, formatMoment(now.updated_at))}</p>
      <dl class="both">
        <dt>{texts.itIsNow}</dt>
        <dd>{now[name]}</dd>
        <dt>{texts.yours}</dt>
        <dd>{mine}</dd>
      </dl>
      <div class="buttons">
        <Button variant="primary" onClick={() => onSettle(true)}>
          {texts.saveMine}
        </Button>
        <Button onClick={() => onSettle(false)}>{texts.keepTheirs}</Button>
      </div>
    </Dialog>
  );
}
