import { useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Form } from '../../parts/form.tsx';
import { createFolder } from '../../state/entry-actions.ts';
import { t } from '../../text/text.ts';

interface NewFolderProps {
  readonly parentId: number;
  readonly onMade: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new folder. */
export function NewFolder({ parentId, onMade, onClose }: NewFolderProps) {
  const [error, setError] = useState<ApiError>();
  return (
    <Dialog title={t().newFolder} onClose={onClose}>
      <Form
        error={error}
        onSubmit={({ name = '' }) => {
          createFolder(parentId, name).then(
            ({ id }) => onMade(id),
            (reason: unknown) => setError(asApiError(reason)),
          );
        }}
      >
        <Field label={t().name} name="name" value={t().untitledFolder} error={error} isRequired hasFocus />
        <Button type="submit" look="primary">
          {t().create}
        </Button>
      </Form>
    </Dialog>
  );
}
