import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { Field, Form } from '../../parts/forms/form.tsx';
import { useAction } from '../../parts/hooks/use-action.ts';
import { createFolder } from '../../state/actions/entry-actions.ts';
import { t } from '../../text/text.ts';

interface NewFolderProps {
  readonly parentId: number;
  readonly onMade: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a new folder. */
export function NewFolder({ parentId, onMade, onClose }: NewFolderProps) {
  const { error, isBusy, run } = useAction();
  const make = async (name: string): Promise<void> => {
    const { id } = await createFolder(parentId, name);
    onMade(id);
  };
  return (
    <Dialog title={t().newFolder} onClose={onClose}>
      <Form error={error} onSubmit={({ name = '' }) => run(() => make(name))}>
        <Field label={t().name} name="name" initial={t().untitledFolder} error={error} isRequired hasFocus />
        <Button type="submit" variant="primary" disabled={isBusy}>
          {t().create}
        </Button>
      </Form>
    </Dialog>
  );
}
