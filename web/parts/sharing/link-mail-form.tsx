import mail from 'icon:mail';
import { useState } from 'preact/hooks';
import { faultIn } from '../../api/api-error.ts';
import { type MadeLink, mailLink } from '../../state/actions/links.ts';
import { t } from '../../text/text.ts';
import { Button } from '../forms/button.tsx';
import { Field, Form } from '../forms/form.tsx';
import { useAction } from '../hooks/use-action.ts';

/** Form that sends a new link by e-mail. */
export function LinkMailForm({
  link,
  hasPassword,
}: {
  readonly link: MadeLink;
  readonly hasPassword: boolean;
}) {
  const texts = t().sharing.links.mail;
  const [to, setTo] = useState('');
  const [sentTo, setSentTo] = useState<readonly string[]>([]);
  const { error, run } = useAction();
  const send = async ({ text = '' }: Readonly<Record<string, string>>): Promise<void> => {
    const addresses = to.split(/[\s,;]+/).filter((address) => address !== '');
    if (addresses.length === 0) throw faultIn('to', texts.noAddress);
    setSentTo(await mailLink(link, addresses, text));
    setTo('');
  };
  return (
    <Form error={error} onSubmit={(values) => run(() => send(values))}>
      <Field
        label={texts.to}
        name="to"
        value={to}
        onInput={setTo}
        inputMode="email"
        hint={texts.toHint}
        error={error}
      />
      <Field
        label={texts.text}
        name="text"
        isLong
        {...(hasPassword ? { hint: texts.withoutPassword } : {})}
        error={error}
      />
      <div class="form-actions">
        {/* Not disabled meanwhile: it would lose the focus, and `run` runs one at a time. */}
        <Button type="submit" icon={mail}>
          {texts.send}
        </Button>
        <p class="hint" role="status">
          {sentTo.length > 0 && texts.sent(sentTo.join(', '))}
        </p>
      </div>
    </Form>
  );
}
