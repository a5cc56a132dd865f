import check from 'icon:check';
import chevron from 'icon:chevron-down';
import folder from 'icon:folder';
import other from 'icon:pencil';
import remove from 'icon:x';
import { useState } from 'preact/hooks';
import { Menu, type MenuItem } from '../../parts/dialogs/menu.tsx';
import { Icon } from '../../parts/display/icon.tsx';
import { lastFolderId } from '../../parts/display/last-folder.ts';
import { IconButton } from '../../parts/forms/button.tsx';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import type { Search } from '../../state/search.ts';
import { t } from '../../text/text.ts';
import { choicesOf, GROUPS, type Group, termsOf, titleOf, withTerms, wordsOf } from './filter.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { nameOfFolder } from './folder-name.ts';

interface FilterChipsProps {
  readonly search: Search;
  readonly onChange: (search: Search) => void;
}

/** The filters of a search: one button with a menu per group. */
export function FilterChips({ search, onChange }: FilterChipsProps) {
  return (
    <div class="chips" role="group" aria-label={t().find.filters}>
      <FolderChip search={search} onChange={onChange} />
      {GROUPS.map((group) => (
        <GroupChip
          key={group}
          group={group}
          terms={termsOf(search.filter, group)}
          onChange={(terms) => onChange({ ...search, filter: withTerms(search.filter, group, terms) })}
        />
      ))}
    </div>
  );
}

function FolderChip({ search, onChange }: FilterChipsProps) {
  const offered = search.folderId === 0 ? lastFolderId.value : search.folderId;
  const { value: name } = useLoaded(() => nameOfFolder(offered), [offered]);
  if (offered === 0) return null;
  const isOn = search.folderId !== 0;
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={isOn}
      onClick={() => onChange({ ...search, folderId: isOn ? 0 : offered })}
    >
      <Icon of={isOn ? check : folder} size={16} />
      <span>{name === undefined ? t().find.inThisFolder : t().find.inFolder(name)}</span>
    </button>
  );
}

interface GroupChipProps {
  readonly group: Group;
  readonly terms: readonly string[];
  readonly onChange: (terms: readonly string[]) => void;
}

function GroupChip({ group, terms, onChange }: GroupChipProps) {
  const [menuAt, setMenuAt] = useState<HTMLElement>();
  const [isAsking, ask] = useState(false);
  const title = titleOf(group);
  const isOn = terms.length > 0;
  const text = isOn ? `${title}: ${wordsOf(group, terms)}` : title;
  const items: MenuItem[] = choicesOf(group).map(({ label, terms: wanted }) => ({
    label,
    onSelect: () => onChange(wanted),
  }));
  if (group === 'owner' || group === 'date')
    items.push({
      label: group === 'owner' ? t().find.otherUser : t().find.period,
      icon: other,
      onSelect: () => ask(true),
    });
  return (
    <span class={`chip-group${isOn ? ' on' : ''}`}>
      <button
        type="button"
        class="chip"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setMenuAt(currentTarget)}
      >
        <span>{text}</span>
        {!isOn && <Icon of={chevron} size={16} />}
      </button>
      {isOn && <IconButton icon={remove} label={t().find.removeFilter(text)} onClick={() => onChange([])} />}
      {menuAt && <Menu label={title} at={menuAt} items={items} onClose={() => setMenuAt(undefined)} />}
      {isAsking && (
        <FilterDialog
          group={group}
          onClose={() => ask(false)}
          onChange={(wanted) => {
            ask(false);
            onChange(wanted);
          }}
        />
      )}
    </span>
  );
}
