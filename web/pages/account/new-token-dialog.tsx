import { useState } from 'preact/hooks';
import { faultIn } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Token } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Check } from '../../parts/forms/check.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { startOfDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';

type Scope = Token['scopes'][number];

const SCOPES = ['read', 'write', 'webdav'] as const;
const DAY_MS = 24 * 3600 * 1000;
const DAYS = { month: 30, year: 365 } as const;

/** Descriptions of the scopes. */
export function scopeNames(): Readonly<Record<Scope, string>> {
  const { scopeRead: read, scopeWrite: write, scopeWebdav: webdav, scopeAdmin: admin } = t().myAccount;
  return { read, write, webdav, admin };
}

type End = 'never' | keyof typeof DAYS | 'day';

/** @param day value of a date field; the token is valid until the end of that day */
function endMoment(end: End, day: string, now = new Date()): string | null {
  if (end === 'never') return null;
  if (end !== 'day') return new Date(now.getTime() + DAYS[end] * DAY_MS).toISOString();
  const next = startOfDay(day, 1);
  if (next === undefined) throw faultIn('day', t().dayMissing);
  // The last millisecond of the chosen day, so that the list shows that day as the expiry.
  return new Date(Date.parse(next) - 1).toISOString();
}

interface NewTokenProps {
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Creates a token and shows it once. */
export function NewTokenDialog({ onMade, onClose }: NewTokenProps) {
  const texts = t().myAccount;
  const { error, isBusy, run } = useAction();
  const [secret, setSecret] = useState<string>();
  const [end, setEnd] = useState<End>('year');
  const offered: readonly Scope[] = account.value?.is_admin === true ? [...SCOPES, 'admin'] : SCOPES;
  const make = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const { name = '', day = '' } = values;
    const scopes = offered.filter((scope) => values[`scope_${scope}`] === 'on');
    if (scopes.length === 0) throw faultIn('scopes', texts.scopeMissing);
    const body = { name, scopes, expires_at: endMoment(end, day) };
    setSecret((await dataOf(api.POST('/account/tokens', { body }))).token);
    onMade();
  };
  if (secret !== undefined)
    return (
      <Dialog title={texts.tokenMade} isForced onClose={onClose}>
        <div class="stack">
          <p>{texts.tokenOnce}</p>
          <CopyField label={texts.token} value={secret} isFresh />
          <Button onClick={onClose}>{texts.done}</Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={texts.newToken} onClose={onClose}>
      <Form error={error} onSubmit={(values) => run(() => make(values))}>
        <Field
          label={texts.tokenName}
          name="name"
          hint={texts.tokenNameHint}
          error={error}
          isRequired
          hasFocus
        />
        <Scopes offered={offered} />
        <EndChoice end={end} onChange={setEnd} />
        {end === 'day' && <Field label={texts.lastDay} name="day" type="date" error={error} isRequired />}
        <Button type="submit" variant="primary" disabled={isBusy}>
          {texts.makeToken}
        </Button>
      </Form>
    </Dialog>
  );
}

function Scopes({ offered }: { readonly offered: readonly Scope[] }) {
  const names = scopeNames();
  return (
    <fieldset class="checks">
      <legend>{t().myAccount.scopes}</legend>
      {offered.map((scope) => (
        <Check key={scope} name={`scope_${scope}`} label={names[scope]} isOn={scope !== 'admin'} />
      ))}
    </fieldset>
  );
}

function EndChoice({ end, onChange }: { readonly end: End; readonly onChange: (end: End) => void }) {
  const texts = t().myAccount;
  return (
    <Choice
      label={texts.end}
      options={[
        { value: 'month', label: texts.endMonth },
        { value: 'year', label: texts.endYear },
        { value: 'day', label: texts.endDay },
        { value: 'never', label: texts.endNever },
      ]}
      value={end}
      onChange={onChange}
    />
  );
}
