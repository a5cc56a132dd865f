import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../parts/forms/button.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { Loading } from '../../parts/loading/loading.tsx';
import { t } from '../../text/text.ts';
import { OtherPreview } from '../other-preview.tsx';
import type { PreviewProps } from '../previewed-version.ts';
import { type Opened, openPdf } from './open-pdf.ts';
import { PdfView } from './pdf-view.tsx';

/** A PDF, drawn by pdf.js. Its scripts do not run. */
export function Preview({ subject }: PreviewProps) {
  const [password, setPassword] = useState('');
  const [opened, setOpened] = useState<Opened>();
  const { id, version } = subject;
  useEffect(() => {
    let isWanted = true;
    const opening = openPdf(subject, password);
    void opening.then((result) => {
      if (isWanted) setOpened(result);
    });
    return () => {
      isWanted = false;
      void opening.then((result) => {
        if (result.state === 'open') result.pdf.close();
      });
    };
  }, [id, version, password]);
  if (opened === undefined) return <Loading />;
  if (opened.state === 'open') return <PdfView pdf={opened.pdf} name={subject.name} />;
  if (opened.state === 'broken') return <OtherPreview subject={subject} reason="cannotShow" />;
  return <PasswordForm isWrong={password !== ''} onPassword={setPassword} />;
}

interface PasswordFormProps {
  readonly isWrong: boolean;
  readonly onPassword: (password: string) => void;
}

function PasswordForm({ isWrong, onPassword }: PasswordFormProps) {
  const texts = t().document;
  return (
    <div class="notice">
      <p>{texts.isProtected}</p>
      {isWrong && (
        <p class="fault" role="alert">
          {texts.wrongPassword}
        </p>
      )}
      <Form onSubmit={({ password = '' }) => onPassword(password)}>
        <Field label={texts.pdfPassword} name="password" type="password" autoComplete="off" />
        <Button type="submit" variant="primary">
          {texts.showIt}
        </Button>
      </Form>
    </div>
  );
}
