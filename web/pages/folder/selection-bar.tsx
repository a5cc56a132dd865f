import copyIcon from 'icon:copy';
import download from 'icon:download';
import moveIcon from 'icon:folder-input';
import trash from 'icon:trash';
import close from 'icon:x';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { DetailsButton } from '../../details/details.tsx';
import { Button, IconButton } from '../../parts/forms/button.tsx';
import { t } from '../../text/text.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly mayRemove: boolean;
  readonly onDownload: () => void;
  readonly onMove: () => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** The actions on the selection; replaces the toolbar. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, mayRemove, onDownload, onMove, onCopy, onDelete, onClear } = props;
  const bar = useRef<HTMLDivElement>(null);
  // When the bar disappears, the focus returns to the list.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.querySelector<HTMLElement>('[role=grid]')?.focus();
    };
  }, []);
  return (
    <div ref={bar} class="toolbar selection-bar" role="toolbar" aria-label={t().selected(count)}>
      <IconButton icon={close} label={t().clearSelection} onClick={onClear} />
      <p role="status">{t().selected(count)}</p>
      <Button icon={download} onClick={onDownload}>
        {t().download}
      </Button>
      {mayRemove && (
        <Button icon={moveIcon} onClick={onMove}>
          {t().move}
        </Button>
      )}
      <Button icon={copyIcon} onClick={onCopy}>
        {t().copy}
      </Button>
      {mayRemove && (
        <Button icon={trash} onClick={onDelete}>
          {t().deleteEntry}
        </Button>
      )}
      <DetailsButton />
    </div>
  );
}
