import { useRef, useState } from 'preact/hooks';
import { asApiError } from '../api/api-error.ts';
import { api, dataOf } from '../api/client.ts';
import type { Document, DocumentDetails } from '../api/records.ts';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { Button } from '../parts/forms/button.tsx';
import { showToast } from '../state/toasts.ts';
import { formatMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { EditableText } from './editable-text.tsx';
import { refusalOf } from './refusal.ts';

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

/**
 * The ETag of the content that the user sees. Sent as `If-Match`, so the service refuses the update if the content has
 * changed.
 */
async function tagOf({ id, size, version }: Document): Promise<string | undefined> {
  const { response } = await api.GET('/documents/{id}/download', {
    params: { path: { id }, query: { version } },
    // Only the header is needed. An empty content has no range to request.
    headers: size > 0 ? { Range: 'bytes=0-0' } : {},
    parseAs: 'text',
  });
  return response.headers.get('ETag') ?? undefined;
}

async function write(id: number, name: TextName, text: string, tag?: string): Promise<void> {
  const body = name === 'title' ? { title: text } : { comments: text };
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
  const save = async (mine: string): Promise<boolean> => {
    // The ETag covers only the content, so a text changed by another user is detected by comparison.
    const now = await read(id);
    if (now[name] === document[name]) {
      try {
        await write(id, name, mine, await tag.current);
        finish(mine);
        return true;
      } catch (reason) {
        if (asApiError(reason).status !== 412) throw reason;
      }
    }
    setConflict({ now: await read(id), mine });
    return false;
  };
  const settle = (mine?: string): void => {
    setConflict(undefined);
    setRound(round + 1);
    if (mine === undefined) onChanged();
    else
      write(id, name, mine).then(
        () => finish(mine),
        (reason: unknown) => showToast(asApiError(reason).message, 'failed'),
      );
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
        isEditable={refusalOf(document, 'update') === undefined}
        onEdit={() => {
          tag.current = tagOf(document);
        }}
        onSave={save}
      />
      {conflict && (
        <ConflictDialog {...conflict} name={name} onSettle={settle} onClose={() => setConflict(undefined)} />
      )}
    </>
  );
}

interface ConflictDialogProps extends Conflict {
  readonly name: TextName;
  /** Called with the text to save; without a text, the current one stays. */
  readonly onSettle: (mine?: string) => void;
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
        <Button look="primary" onClick={() => onSettle(mine)}>
          {texts.saveMine}
        </Button>
        <Button onClick={() => onSettle()}>{texts.keepTheirs}</Button>
      </div>
    </Dialog>
  );
}
