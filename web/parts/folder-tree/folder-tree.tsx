import chevron from 'icon:chevron-right';
import { useEffect, useRef, useState } from 'preact/hooks';
import { pageLocation } from '../../router.ts';
import { folderInfos } from '../../state/files/folder-info.ts';
import {
  keyOf,
  openLine,
  revealLine,
  startTree,
  type TreeLine,
  treeLines,
} from '../../state/files/folder-tree.ts';
import { t } from '../../text/text.ts';
import { EntryIcon } from '../display/entry-icon.tsx';
import { Icon } from '../display/icon.tsx';
import { lastFolderId } from '../display/last-folder.ts';
import { lineFor } from './keyboard.ts';
import { useOpenOnDrag } from './use-open-on-drag.ts';

/** Indentation per level, in pixels. */
const INDENT = 12;
/** Maximum indented level; deeper rows are not indented further, so that their names stay readable. */
const DEEPEST = 10;

/** The key of the row of the current folder, or of the folder of the open document. */
function currentKey(): string | undefined {
  if (!/^\/(?:folders|documents)\//.test(pageLocation.value.path)) return undefined;
  const id = lastFolderId.value;
  const info = folderInfos.value.get(id);
  return info && keyOf([...info.ancestors.map((folder) => folder.id), id]);
}

/** The tree of the user's folders. Rows expand to show subfolders, and entries can be dropped onto them. */
export function FolderTree() {
  const tree = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const drag = useOpenOnDrag();
  const current = currentKey();
  const lines = treeLines.value;
  const has = (key: string | undefined): boolean => lines.some((line) => line.key === key);
  useEffect(startTree, []);
  useEffect(() => {
    if (current !== undefined) revealLine(current);
  }, [current]);
  const isCurrentThere = has(current);
  useEffect(() => {
    if (isCurrentThere) tree.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current, isCurrentThere]);
  // The row in the tab order; only one is.
  const reached = [focused, current].find(has) ?? lines[0]?.key;
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = lineFor(
      event,
      lines,
      lines.findIndex(({ key }) => key === reached),
    );
    const element = next === undefined ? undefined : tree.current?.children[next];
    if (!(element instanceof HTMLElement)) return;
    element.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  if (lines.length === 0) return null;
  return (
    <div
      ref={tree}
      class="tree"
      role="tree"
      aria-label={t().files}
      onKeyDown={onKeyDown}
      onDragLeave={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && tree.current?.contains(relatedTarget))) drag.stop();
      }}
      onDrop={() => drag.stop()}
    >
      {lines.map((line) => (
        <Line
          key={line.key}
          line={line}
          isCurrent={line.key === current}
          isReached={line.key === reached}
          onFocus={() => setFocused(line.key)}
          onDragOver={() => drag.over(line)}
        />
      ))}
    </div>
  );
}

interface LineProps {
  readonly line: TreeLine;
  readonly isCurrent: boolean;
  /** The row is in the tab order. */
  readonly isReached: boolean;
  readonly onFocus: () => void;
  readonly onDragOver: () => void;
}

function Line({ line, isCurrent, isReached, onFocus, onDragOver }: LineProps) {
  const { key, folderId, name, folder, isOpen } = line;
  const toggle = (event: MouseEvent): void => {
    if (!(event.target instanceof Element && event.target.closest('.tree-toggle'))) return;
    event.preventDefault();
    if (isOpen !== undefined) openLine(key, !isOpen);
  };
  return (
    <a
      role="treeitem"
      href={folderId === 0 ? '/' : `/folders/${String(folderId)}`}
      title={name}
      aria-level={line.level}
      aria-posinset={line.position}
      aria-setsize={line.count}
      aria-expanded={isOpen}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isReached ? 0 : -1}
      draggable={false}
      style={{ paddingLeft: `${String((Math.min(line.level, DEEPEST) - 1) * INDENT)}px` }}
      data-folder={folder?.id}
      data-name={folder?.name}
      onClick={toggle}
      onFocus={onFocus}
      onDragOver={onDragOver}
    >
      <span class="tree-toggle">{isOpen !== undefined && <Icon of={chevron} size={16} />}</span>
      {folder && <EntryIcon entry={folder} size={18} />}
      <span>{name}</span>
    </a>
  );
}
