import type { RefObject } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { type ApiError, faultIn } from '../../api/api-error.ts';
import { api, pageOf } from '../../api/client.ts';
import type { UndoPreview } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { previewUndo, type UndoConditions } from '../../api/undos.ts';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';
import { Check } from '../forms/check.tsx';
import { Field, Form } from '../forms/form.tsx';
import { useAction } from '../hooks/use-action.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { PeopleField } from '../sharing/people-field.tsx';
import { conditionsIn, faultOf, type UndoDraft } from './conditions.ts';
import { FolderField } from './folder-field.tsx';

/** Maximum number of tokens to choose from. */
const MAX_TOKENS = 200;

interface ConditionsFormProps {
  readonly initial: UndoDraft;
  readonly onFound: (draft: UndoDraft, conditions: UndoConditions, found: UndoPreview) => void;
  readonly onEarlier: () => void;
}

/** Which changes are undone. */
export function ConditionsForm({ initial, onFound, onEarlier }: ConditionsFormProps) {
  const texts = t().undoChanges;
  const [users, setUsers] = useState(initial.users);
  const [typed, setTyped] = useState(initial.typed);
  const [folder, setFolder] = useState(initial.folder);
  const { error, isBusy, run, reset } = useAction();
  const times = useRef<HTMLDivElement>(null);
  const preview = async (values: Readonly<Record<string, string>>): Promise<void> => {
    assertComplete(times.current);
    const { since = '', until = '', token_id: token = '', ip = '', force } = values;
    const { given } = initial;
    const draft = {
      ...{ users, typed, since, until, token, ip, force: force === 'on' },
      ...(given === undefined ? {} : { given }),
      ...(folder === undefined ? {} : { folder }),
    };
    const conditions = conditionsIn(draft);
    const found = await previewUndo(conditions).catch((reason: unknown) => {
      throw faultOf(reason);
    });
    onFound(draft, conditions, found);
  };
  const isOwn = users.every((each) => each.kind === 'user' && each.login === account.value?.login);
  return (
    <Form error={error} onSubmit={(values) => run(() => preview(values))}>
      <p class="hint">{texts.intro}</p>
      {account.value?.is_admin === true && (
        <PeopleField
          label={texts.whose}
          hint={texts.whoseHint}
          recipients={users}
          hasGroups={false}
          hasFocus={false}
          onChange={(changed) => {
            setUsers(changed.slice(-1));
            reset();
          }}
          typed={typed}
          onType={setTyped}
          faults={error?.fields['users'] ?? []}
        />
      )}
      <Period times={times} initial={initial} error={error} />
      <div class="undo-fields">
        <Field label={texts.ip} name="ip" initial={initial.ip} hint={texts.ipHint} error={error} />
        {isOwn && typed === '' && <TokenField initial={initial.token} />}
      </div>
      <FolderField folder={folder} onChange={setFolder} />
      <Check label={texts.force} name="force" isOn={initial.force} hint={texts.forceHint} />
      <div class="dialog-buttons undo-buttons">
        <button type="button" class="link" onClick={onEarlier}>
          {texts.earlier}
        </button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {texts.preview}
        </Button>
      </div>
    </Form>
  );
}

/** A field that is filled in part has no value, and would count as empty. @throws {ApiError} */
function assertComplete(times: HTMLElement | null): void {
  for (const { name, validity } of times?.querySelectorAll('input') ?? [])
    if (validity.badInput) throw faultIn(name, t().undoChanges.timeIncomplete);
}

interface PeriodProps {
  readonly times: RefObject<HTMLDivElement | null>;
  readonly initial: UndoDraft;
  readonly error: ApiError | undefined;
}

function Period({ times, initial, error }: PeriodProps) {
  const texts = t().undoChanges;
  return (
    <div ref={times} class="undo-fields">
      <Field
        label={texts.since}
        name="since"
        type="datetime-local"
        initial={initial.since}
        error={error}
        isRequired
        hasFocus
      />
      <Field
        label={texts.until}
        name="until"
        type="datetime-local"
        initial={initial.until}
        hint={texts.untilHint}
        error={error}
      />
    </div>
  );
}

/** Choice of one of the user's own tokens. Hidden if there is none. */
function TokenField({ initial }: { readonly initial: string }) {
  const texts = t().undoChanges;
  const id = useId();
  const { value: tokens } = useLoaded(async () => {
    const query = { page: 1, per_page: MAX_TOKENS };
    return (await pageOf(api.GET('/account/tokens', { params: { query } }))).items;
  }, []);
  if (tokens === undefined || tokens.length === 0) return null;
  return (
    <div class="field">
      <label for={id}>{texts.token}</label>
      <select id={id} name="token_id" defaultValue={initial}>
        <option value="">{texts.anyToken}</option>
        {tokens.map((token) => (
          <option key={token.id} value={token.id} selected={String(token.id) === initial}>
            {token.name}
          </option>
        ))}
      </select>
    </div>
  );
}
