import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { may } from '../../state/files/permissions.ts';
import { formatMoment, formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { type Clash, pathOf } from '../conflicts.ts';
import { type AskedUpload, askedUploads } from '../sending/begin.ts';
import type { Conflict } from '../upload-item.ts';

/** Asks once about all files whose names are taken. */
export function ClashDialog() {
  const asked = askedUploads.now.value;
  if (asked === undefined) return null;
  const { id, question } = asked;
  const answer: AskedUpload['answer'] = (answers) => {
    askedUploads.end(id);
    question.answer(answers);
  };
  return <Question key={id} clashes={question.clashes} answer={answer} />;
}

function Question({ clashes, answer }: AskedUpload) {
  const [single, setSingle] = useState<ReadonlyMap<string, Conflict>>();
  const answerAll = (conflict: Conflict): void =>
    answer(new Map(clashes.map((clash) => [pathOf(clash.collected), answerFor(clash, conflict)])));
  const [first] = clashes;
  const texts = t().uploads;
  const takeVersions = clashes.some(takesVersion);
  return (
    <Dialog title={texts.clashTitle(clashes.length)} onClose={() => answer(undefined)}>
      {single === undefined ? (
        <>
          {clashes.length === 1 && first !== undefined && <ClashFacts clash={first} />}
          {takeVersions && <p class="hint">{texts.keepsEarlier}</p>}
          <div class="clash-choices">
            {takeVersions && (
              <Button variant="primary" hasFocus onClick={() => answerAll('version')}>
                {texts.newVersion}
              </Button>
            )}
            <Button
              variant={takeVersions ? 'plain' : 'primary'}
              hasFocus={!takeVersions}
              onClick={() => answerAll('rename')}
            >
              {texts.keepBoth}
            </Button>
            <Button onClick={() => answerAll('skip')}>{texts.skip}</Button>
          </div>
          {clashes.length > 1 && (
            <button type="button" class="link" onClick={() => setSingle(new Map())}>
              {texts.oneByOne}
            </button>
          )}
        </>
      ) : (
        <SingleChoices clashes={clashes} chosen={single} onChoose={setSingle} onDone={answer} />
      )}
    </Dialog>
  );
}

/**
 * True if the file can become a new version. A folder, a locked document, and a document that the user may not change
 * cannot take one.
 */
function takesVersion({ entry }: Clash): boolean {
  return entry.type === 'file' && entry.locked === null && may(entry, 'update');
}

function answerFor(clash: Clash, conflict: Conflict): Conflict {
  return conflict === 'version' && !takesVersion(clash) ? 'rename' : conflict;
}

function ClashFacts({ clash: { collected, entry } }: { readonly clash: Clash }) {
  const { file } = collected;
  const texts = t().uploads;
  return (
    <div class="clash">
      <p class="upload-name">{pathOf(collected)}</p>
      <p class="hint">
        {entry.type === 'folder'
          ? texts.isFolder
          : texts.there(formatSize(entry.size), formatMoment(entry.updated_at))}
      </p>
      {entry.locked && (
        <p class="hint">{t().isLocked(entry.locked.user, formatMoment(entry.locked.expires_at))}</p>
      )}
      <p class="hint">
        {texts.yours(formatSize(file.size), formatMoment(new Date(file.lastModified).toISOString()))}
      </p>
    </div>
  );
}

interface SingleChoicesProps {
  readonly clashes: readonly Clash[];
  readonly chosen: ReadonlyMap<string, Conflict>;
  readonly onChoose: (chosen: ReadonlyMap<string, Conflict>) => void;
  readonly onDone: (chosen: ReadonlyMap<string, Conflict>) => void;
}

function SingleChoices({ clashes, chosen, onChoose, onDone }: SingleChoicesProps) {
  const texts = t().uploads;
  const answerOf = (clash: Clash): Conflict =>
    chosen.get(pathOf(clash.collected)) ?? answerFor(clash, 'version');
  return (
    <>
      <ul class="clashes">
        {clashes.map((clash) => (
          <li key={pathOf(clash.collected)}>
            <ClashFacts clash={clash} />
            <select
              aria-label={pathOf(clash.collected)}
              value={answerOf(clash)}
              onChange={({ currentTarget: { value } }) => {
                const conflict = CONFLICTS.find((each) => each === value) ?? 'version';
                onChoose(new Map(chosen).set(pathOf(clash.collected), conflict));
              }}
            >
              {takesVersion(clash) && <option value="version">{texts.newVersion}</option>}
              <option value="rename">{texts.keepBoth}</option>
              <option value="skip">{texts.skip}</option>
            </select>
          </li>
        ))}
      </ul>
      <footer class="dialog-actions">
        <Button
          variant="primary"
          onClick={() => onDone(new Map(clashes.map((clash) => [pathOf(clash.collected), answerOf(clash)])))}
        >
          {t().upload}
        </Button>
      </footer>
    </>
  );
}

const CONFLICTS = ['version', 'rename', 'skip'] as const;
