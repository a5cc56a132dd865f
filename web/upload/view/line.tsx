import alert from 'icon:circle-alert';
import up from 'icon:circle-arrow-up';
import check from 'icon:circle-check';
import clock from 'icon:clock';
import close from 'icon:x';
import { Icon } from '../../parts/display/icon.tsx';
import { IconButton } from '../../parts/forms/button.tsx';
import { formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { cancel } from '../queue.ts';
import type { UploadItem } from '../upload-item.ts';

const ICONS = { waiting: clock, running: up, done: check, failed: alert, cancelled: close };

/** A file in the upload panel. */
export function UploadLine({ item }: { readonly item: UploadItem }) {
  const state = item.state.value;
  return (
    <li class={state}>
      <Icon of={ICONS[state]} size={18} />
      <div>
        <p class="upload-name">{item.file.name}</p>
        <p class="upload-note">{noteOf(item)}</p>
        {state === 'running' && (
          <progress max={Math.max(1, item.file.size)} value={item.sent.value} aria-label={item.file.name} />
        )}
      </div>
      {!item.isOver && (
        <IconButton
          icon={close}
          label={t().uploads.cancelFile(item.file.name)}
          onClick={() => cancel(item)}
        />
      )}
    </li>
  );
}

function noteOf({ state, error, outcome, file }: UploadItem): string {
  const texts = t().uploads;
  switch (state.value) {
    case 'failed':
      return error.value?.message ?? '';
    case 'waiting':
      return texts.waiting;
    case 'cancelled':
      return texts.cancelled;
    case 'running':
      return formatSize(file.size);
    case 'done':
      return outcomeText(outcome.value);
  }
}

function outcomeText(outcome: string | undefined): string {
  const texts = t().uploads;
  switch (outcome) {
    case 'version':
      return texts.version;
    case 'renamed':
      return texts.renamed;
    case 'skipped':
      return texts.skipped;
    case 'same':
      return texts.same;
    default:
      return texts.created;
  }
}
