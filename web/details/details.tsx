import info from 'icon:info';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { IconButton } from '../parts/forms/button.tsx';
import { useShortcuts } from '../parts/hooks/use-shortcuts.ts';
import { loadPart } from '../parts/loading/load-part.ts';
import { usePart } from '../parts/loading/use-part.ts';
import { isNarrow } from '../parts/look/screen.ts';
import { t } from '../text/text.ts';
import { areDetailsOpen, isSheetOpen, openDetails } from './open.ts';
import type { Subject } from './subject.ts';

interface WithDetailsProps {
  readonly about: () => Subject;
  /** The list. */
  readonly children: ComponentChildren;
}

/** A list, and beside it the details of what is selected, if the user wants to see them: a pane, on phones a sheet. */
export function WithDetails({ about, children }: WithDetailsProps) {
  useShortcuts({ 'Alt+KeyI': () => openDetails(!areDetailsOpen()) });
  useEffect(
    () => () => {
      isSheetOpen.value = false;
    },
    [],
  );
  return (
    <div class="with-details">
      <div class="detailed">{children}</div>
      {areDetailsOpen() && <LoadedPane about={about} />}
    </div>
  );
}

function LoadedPane({ about }: Pick<WithDetailsProps, 'about'>) {
  const part = usePart(
    () => loadPart(() => import('./pane.tsx'), 'document', 'sharing', 'messages'),
    () => openDetails(false),
  );
  return part === undefined ? null : <part.Pane about={about} />;
}

/** Opens and closes the details. On phones it stands in the menus of the entries, as the name of the folder needs the room. */
export function DetailsButton() {
  if (isNarrow.value) return null;
  const isOpen = areDetailsOpen();
  return (
    <IconButton icon={info} label={t().details} isPressed={isOpen} onClick={() => openDetails(!isOpen)} />
  );
}
