import { useState } from 'preact/hooks';
import { asApiError, faultIn } from '../../api/api-error.ts';
import { createLink, type LinkTerms, type MadeLink, suggestedPassword } from '../../state/actions/links.ts';
import type { Shareable } from '../../state/actions/sharing.ts';
import { startOfDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';
import { Choice } from '../forms/choice.tsx';
import { Field, Form } from '../forms/form.tsx';
import { useAction } from '../hooks/use-action.ts';
import { formError } from './form-error.ts';

interface LinkFormProps {
  readonly entry: Shareable;
  /** True: visitors may send files to the entry. */
  readonly mayCollect: boolean;
  readonly isPasswordRequired: boolean;
  /** 0: links need not end. */
  readonly maxDays: number;
  readonly onCreated: (link: MadeLink, password: string) => void;
  readonly onCancel: () => void;
}

/** Form that creates a link to an entry. */
export function LinkForm({
  entry,
  mayCollect,
  isPasswordRequired,
  maxDays,
  onCreated,
  onCancel,
}: LinkFormProps) {
  const texts = t().sharing.links;
  const [kind, setKind] = useState<LinkTerms['kind']>('download');
  const [password, setPassword] = useState(() => (isPasswordRequired ? suggestedPassword() : ''));
  const { error, isBusy, run } = useAction();
  const create = async ({ label = '', end = '' }: Readonly<Record<string, string>>): Promise<void> => {
    const expiresAt = end === '' ? null : startOfDay(end, 1);
    if (expiresAt === undefined) throw faultIn('end', t().dayMissing);
    const terms = { kind, label: label.trim(), password: password === '' ? null : password, expiresAt };
    const made = await createLink(entry, terms).catch((reason: unknown) => {
      throw formError(asApiError(reason));
    });
    onCreated(made, password);
  };
  return (
    <Form error={error} onSubmit={(values) => run(() => create(values))}>
      <KindField kind={kind} mayCollect={mayCollect} onChange={setKind} />
      <div class="with-suggestion">
        <Field
          label={isPasswordRequired ? texts.password : texts.passwordOptional}
          name="password"
          value={password}
          onInput={setPassword}
          hasFocus
          isRequired={isPasswordRequired}
          error={error}
        />
        <Button onClick={() => setPassword(suggestedPassword())}>{texts.suggest}</Button>
      </div>
      <div class="fields">
        <Field
          label={maxDays === 0 ? t().sharing.lastDay : texts.lastDayAtMost(maxDays)}
          name="end"
          type="date"
          error={error}
        />
        <Field label={texts.label} name="label" hint={texts.labelHint} error={error} />
      </div>
      <div class="form-actions">
        <Button type="submit" variant="primary" disabled={isBusy}>
          {texts.create}
        </Button>
        <Button onClick={onCancel}>{t().cancel}</Button>
      </div>
    </Form>
  );
}

interface KindFieldProps {
  readonly kind: LinkTerms['kind'];
  readonly mayCollect: boolean;
  readonly onChange: (kind: LinkTerms['kind']) => void;
}

/** Choice of what visitors may do. */
function KindField({ kind, mayCollect, onChange }: KindFieldProps) {
  const texts = t().sharing.links;
  return (
    <>
      <Choice
        label={texts.visitors}
        value={kind}
        onChange={onChange}
        options={[
          { value: 'download', label: texts.kinds.download },
          { value: 'view', label: texts.kinds.view },
          { value: 'edit', label: texts.kinds.edit },
          ...(mayCollect ? [{ value: 'upload' as const, label: texts.kinds.upload }] : []),
        ]}
      />
      {kind === 'upload' && <p class="hint">{texts.uploadHint}</p>}
      {kind === 'edit' && <p class="hint">{texts.editHint}</p>}
    </>
  );
}
