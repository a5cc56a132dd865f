import where from 'icon:arrow-right';
import download from 'icon:download';
import open from 'icon:folder-open';
import back from 'icon:rotate-ccw';
import type { EarlierEntry } from '../../../api/earlier.ts';
import type { MenuItem } from '../../../parts/dialogs/menu.tsx';
import { navigate } from '../../../router.ts';
import { pathOf } from '../../../state/files/entry-path.ts';
import { t } from '../../../text/text.ts';

/** What the user can do with an entry of an earlier time. */
export interface EarlierActions {
  readonly open: (entry: EarlierEntry) => void;
  readonly download: (entry: EarlierEntry) => void;
  readonly getBack: (entry: EarlierEntry) => void;
  /** True if the entry is as it was, as far as that is known. */
  readonly isUnchanged: (entry: EarlierEntry) => boolean;
}

/** The menu of an entry of an earlier time. */
export function earlierMenu(entry: EarlierEntry, actions: EarlierActions): MenuItem[] {
  const { type, version, now } = entry;
  const isFile = type === 'file';
  const texts = t().earlier;
  const refusal = isFile && version === null ? texts.noVersion : undefined;
  const items: (MenuItem | false)[] = [
    { label: t().open, icon: open, keys: 'Enter', refusal, onSelect: () => actions.open(entry) },
    {
      label: isFile ? t().download : t().downloadAsZip,
      icon: download,
      refusal,
      onSelect: () => actions.download(entry),
    },
    {
      label: isFile ? texts.getFileBack : texts.getFolderBack,
      icon: back,
      refusal: actions.isUnchanged(entry) ? texts.unchanged : undefined,
      onSelect: () => actions.getBack(entry),
    },
    now !== null && { label: texts.openNow, icon: where, onSelect: () => navigate(pathOf(entry)) },
  ];
  return items.filter((item) => item !== false);
}
