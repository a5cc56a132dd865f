import back from 'icon:arrow-left';
import previousIcon from 'icon:chevron-left';
import nextIcon from 'icon:chevron-right';
import download from 'icon:download';
import more from 'icon:ellipsis-vertical';
import moveIcon from 'icon:folder-input';
import pencil from 'icon:pencil';
import star from 'icon:star';
import trash from 'icon:trash';
import person from 'icon:user-plus';
import { useEffect, useState } from 'preact/hooks';
import type { DocumentDetails } from '../../api/records.ts';
import { programItems } from '../../details/program-items.ts';
import { readOnlyReason } from '../../details/read-only-reason.ts';
import { FolderPicker } from '../../parts/dialogs/folder-picker.tsx';
import { Menu, type MenuItem } from '../../parts/dialogs/menu.tsx';
import { EntryIcon } from '../../parts/display/entry-icon.tsx';
import { Icon } from '../../parts/display/icon.tsx';
import { IconButton } from '../../parts/forms/button.tsx';
import { useShortcuts } from '../../parts/hooks/use-shortcuts.ts';
import { contentUrl } from '../../preview/previewed-version.ts';
import { navigate, pageLocation } from '../../router.ts';
import { move, remove } from '../../state/actions/entry-actions.ts';
import { setFavourite } from '../../state/actions/favourites.ts';
import { may } from '../../state/files/permissions.ts';
import { sharedEntry } from '../../state/files/shared-entry.ts';
import { t } from '../../text/text.ts';
import { RenameField } from '../folder/rename-field.tsx';
import { LockLine } from './lock-line.tsx';
import { folderOf, goToDocument, useNeighbours } from './neighbours.ts';

interface DocumentHeaderProps {
  readonly document: DocumentDetails;
  /** Number of the version in the preview. */
  readonly shown: number;
}

/** True if the focused element handles arrow keys itself. */
function usesArrows(): boolean {
  const focused = window.document.activeElement;
  if (focused === null || focused === window.document.body) return false;
  // Arrow keys scroll an element that is wider than its frame.
  return focused.matches('audio, video') || focused.scrollWidth > focused.clientWidth;
}

/** The name of a document, links to its neighbours and its folder, and its actions. */
export function DocumentHeader({ document, shown }: DocumentHeaderProps) {
  const [isRenaming, setRenaming] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const { previous, next } = useNeighbours(document);
  const tab = pageLocation.value.query.get('tab');
  const goTo = (id: number | undefined) => (id === undefined ? undefined : () => goToDocument(id, tab));
  const canRename = readOnlyReason(document, 'update') === undefined;
  useShortcuts({
    'Alt+KeyS': () => share(document),
    ArrowLeft: () => !usesArrows() && goTo(previous)?.(),
    ArrowRight: () => !usesArrows() && goTo(next)?.(),
    F2: () => canRename && setRenaming(true),
  });
  const texts = t().document;
  return (
    <>
      <header class="toolbar document-header">
        <FolderLink document={document} />
        <EntryIcon entry={document} size={24} />
        {isRenaming ? (
          <RenameField entry={document} folderId={folderOf(document)} onDone={() => setRenaming(false)} />
        ) : (
          <h1 title={document.name}>{document.name}</h1>
        )}
        {canRename && !isRenaming && (
          <IconButton icon={pencil} label={texts.renameIt(document.name)} onClick={() => setRenaming(true)} />
        )}
        <FavouriteButton document={document} />
        <DocumentActions
          document={document}
          shown={shown}
          onPrevious={goTo(previous)}
          onNext={goTo(next)}
          onRename={() => setRenaming(true)}
          onMove={() => setMoving(true)}
        />
      </header>
      {isMoving && (
        <FolderPicker
          title={t().move}
          action={t().moveHere}
          start={folderOf(document)}
          without={new Set()}
          isElsewhere
          onPick={(target) => {
            setMoving(false);
            void move([document.id], folderOf(document), target);
          }}
          onClose={() => setMoving(false)}
        />
      )}
      {document.locked && <LockLine document={document} locked={document.locked} />}
    </>
  );
}

interface DocumentActionsProps extends DocumentHeaderProps {
  /** Undefined if there is no previous document. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onRename: () => void;
  readonly onMove: () => void;
}

function DocumentActions({ document, shown, onPrevious, onNext, onRename, onMove }: DocumentActionsProps) {
  const [menuAt, setMenuAt] = useState<HTMLElement>();
  const texts = t().document;
  const label = t().actionsFor(document.name);
  return (
    <span class="document-actions">
      <IconButton
        icon={previousIcon}
        label={texts.previous}
        disabled={onPrevious === undefined}
        onClick={() => onPrevious?.()}
      />
      <IconButton
        icon={nextIcon}
        label={texts.next}
        disabled={onNext === undefined}
        onClick={() => onNext?.()}
      />
      <a class="button" href={contentUrl({ id: document.id, version: shown }, false)} download>
        <Icon of={download} size={18} />
        <span>{t().download}</span>
      </a>
      <IconButton
        icon={more}
        label={label}
        hasMenu
        onClick={({ currentTarget }) => setMenuAt(currentTarget)}
      />
      {menuAt && (
        <Menu
          label={label}
          at={menuAt}
          onClose={() => setMenuAt(undefined)}
          items={itemsFor(document, { onRename, onMove })}
        />
      )}
    </span>
  );
}

function FavouriteButton({ document }: { readonly document: DocumentDetails }) {
  const { id, favourite = false } = document;
  const [isFavourite, setShown] = useState<boolean>(favourite);
  useEffect(() => setShown(favourite), [id, favourite]);
  return (
    <span class="favourite-button">
      <IconButton
        icon={star}
        label={t().isFavourite}
        isPressed={isFavourite}
        onClick={() => {
          setShown(!isFavourite);
          void setFavourite(document, !isFavourite).then((stored) => {
            if (stored !== undefined) setShown(stored);
          });
        }}
      />
    </span>
  );
}

function FolderLink({ document }: { readonly document: DocumentDetails }) {
  const folder = document.ancestors.at(-1);
  const label = t().document.backTo(folder?.name ?? t().files);
  return (
    <a
      class="icon-button"
      href={folder === undefined ? '/' : `/folders/${String(folder.id)}`}
      aria-label={label}
      title={label}
    >
      <Icon of={back} />
    </a>
  );
}

function share(document: DocumentDetails): void {
  if (may(document, 'share')) sharedEntry.value = document;
}

function itemsFor(
  document: DocumentDetails,
  { onRename, onMove }: Pick<DocumentActionsProps, 'onRename' | 'onMove'>,
): MenuItem[] {
  const folderId = folderOf(document);
  return [
    ...programItems(document, readOnlyReason(document, 'update')),
    ...(may(document, 'share')
      ? [{ label: t().share, icon: person, keys: 'Alt+S', onSelect: () => share(document) }]
      : []),
    {
      label: t().rename,
      icon: pencil,
      keys: 'F2',
      refusal: readOnlyReason(document, 'update'),
      onSelect: onRename,
    },
    {
      label: t().move,
      icon: moveIcon,
      refusal: readOnlyReason(document, 'delete'),
      onSelect: onMove,
    },
    {
      label: t().deleteEntry,
      icon: trash,
      isDanger: true,
      refusal: readOnlyReason(document, 'delete'),
      onSelect: () => {
        navigate(folderId === 0 ? '/' : `/folders/${String(folderId)}`);
        void remove([document.id], folderId, document.name);
      },
    },
  ];
}
