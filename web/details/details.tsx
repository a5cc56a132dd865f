import info from 'icon:info';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { isNarrow } from '../parts/display/narrow-screen.ts';
import { IconButton } from '../parts/forms/button.tsx';
import { useShortcuts } from '../parts/hooks/use-shortcuts.ts';
import { loadPart } from '../parts/loading/load-part.ts';
import { usePart } from '../parts/loading/use-part.ts';
import { t } from '../text/text.ts';
import { areDetailsOpen, isSheetOpen, openDetails } from './open.ts';
import type { SelectionSummary } from './selection-summary.ts';

interface WithDetailsProps {
  readonly about: () => SelectionSummary;
  /** The list beside the details. */
  readonly children: ComponentChildren;
}

/** A list with the details of its selection, if the user opened them: a pane, or a sheet on phones. */
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
    () => loadPart(() => import('./pane.tsx'), 'document', 'sharing', 'groups', 'messages'),
    () => openDetails(false),
  );
  return part === undefined ? null : <part.Pane about={about} />;
}

/** Opens and closes the details. On phones the entry menus do this, because the folder's name needs the space. */
export function DetailsButton() {
  if (isNarrow.value) return null;
  const isOpen = areDetailsOpen();
  return (
    <IconButton icon={info} label={t().details} isPressed={isOpen} onClick={() => openDetails(!isOpen)} />
  );
}
