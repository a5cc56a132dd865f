import { useState } from 'preact/hooks';
import { api, dataOf } from '../../api/client.ts';
import { Button } from '../../parts/forms/button.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { t } from '../../text/text.ts';
import { lastDrop } from '../queue.ts';
import type { VersionId } from '../upload-item.ts';

/** One comment for all new versions of the last upload. */
export function VersionComment() {
  const [step, setStep] = useState<'offered' | 'written' | 'saved'>('offered');
  const { error, isBusy, run } = useAction();
  const versions = lastDrop.value.flatMap(({ version }) => version.value ?? []);
  if (versions.length === 0) return null;
  const texts = t().uploads;
  const save = async (comment: string): Promise<void> => {
    for (const version of versions) await saveComment(version, comment);
    setStep('saved');
  };
  return (
    <div class="version-comment">
      {step === 'offered' && <Button onClick={() => setStep('written')}>{texts.addComment}</Button>}
      {step === 'written' && (
        <Form error={error} onSubmit={({ comment = '' }) => run(() => save(comment))}>
          <Field label={texts.comment(versions.length)} name="comment" hasFocus error={error} />
          <Button variant="primary" type="submit" disabled={isBusy}>
            {t().save}
          </Button>
        </Form>
      )}
      <p class="hint" role="status">
        {step === 'saved' ? texts.commented : ''}
      </p>
    </div>
  );
}

function saveComment({ id, number }: VersionId, comment: string): Promise<unknown> {
  const params = { path: { id, number } };
  return dataOf(api.PATCH('/documents/{id}/versions/{number}', { params, body: { comment } }));
}
