import copyIcon from 'icon:copy';
import download from 'icon:download';
import moveIcon from 'icon:folder-input';
import open from 'icon:folder-open';
import info from 'icon:info';
import pencil from 'icon:pencil';
import history from 'icon:rotate-ccw-clock';
import star from 'icon:star';
import trash from 'icon:trash';
import share from 'icon:user-plus';
import type { Entry } from '../../api/records.ts';
import { programItems } from '../../details/program-items.ts';
import type { MenuItem } from '../../parts/dialogs/menu.tsx';
import { navigate } from '../../router.ts';
import { pathOf } from '../../state/files/entry-path.ts';
import { may } from '../../state/files/permissions.ts';
import { formatMoment } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import type { FolderCommands } from './commands.ts';

/** The reason why an entry cannot be changed now; undefined if it can. */
function refusalFor({ locked }: Entry): string | undefined {
  return locked === null ? undefined : t().isLocked(locked.user, formatMoment(locked.expires_at));
}

/** The item that marks an entry as a favourite, or removes the mark. */
export function favouriteItem(entry: Entry, onMark: (isFavourite: boolean) => void): MenuItem {
  const isFavourite = entry.favourite === true;
  return {
    label: isFavourite ? t().removeFavourite : t().addFavourite,
    icon: star,
    onSelect: () => onMark(!isFavourite),
  };
}

/** The menu of an entry. If the entry is selected, the actions apply to the whole selection. */
export function entryMenu(entry: Entry, commands: FolderCommands): MenuItem[] {
  const refusal = refusalFor(entry);
  const items: (MenuItem | false)[] = [
    { label: t().open, icon: open, keys: 'Enter', onSelect: () => commands.open(entry) },
    ...programItems(entry, refusal),
    {
      label: entry.type === 'file' ? t().download : t().downloadAsZip,
      icon: download,
      onSelect: () => void commands.download(entry),
    },
    entry.type === 'file' && {
      label: t().versions,
      icon: history,
      onSelect: () => navigate(`${pathOf(entry)}?tab=versions`),
    },
    { label: t().details, icon: info, keys: 'Alt+I', onSelect: () => commands.showDetails(entry) },
    favouriteItem(entry, (isFavourite) => commands.mark(entry, isFavourite)),
    may(entry, 'share') && {
      label: t().share,
      icon: share,
      keys: 'Alt+S',
      onSelect: () => commands.share(entry),
    },
    may(entry, 'update') && {
      label: t().rename,
      icon: pencil,
      keys: 'F2',
      refusal,
      onSelect: () => commands.askForName(entry),
    },
    may(entry, 'delete') && {
      label: t().move,
      icon: moveIcon,
      refusal,
      onSelect: () => commands.askForTarget('move', entry),
    },
    { label: t().copy, icon: copyIcon, onSelect: () => commands.askForTarget('copy', entry) },
    may(entry, 'delete') && {
      label: t().deleteEntry,
      icon: trash,
      keys: t().deleteKey,
      isDanger: true,
      refusal,
      onSelect: () => void commands.remove(entry),
    },
  ];
  return items.filter((item) => item !== false);
}
