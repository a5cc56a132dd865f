import link from 'icon:link';
import type { Entry } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { Icon } from './icon.tsx';
import { isNarrow } from './narrow-screen.ts';
import { Circles } from './people.tsx';

interface SharedMarkProps {
  readonly entry: Pick<Entry, 'shared_with'>;
  /** Space for one circle only. */
  readonly isSmall?: boolean;
}

/** With whom an entry is shared: the circles of the first recipients, the number of the others, and a sign for links. */
export function SharedMark({ entry: { shared_with: shared }, isSmall = false }: SharedMarkProps) {
  if (shared === undefined) return null;
  const { people, groups, total, links } = shared;
  const users = people.map(({ name }) => name);
  const names = [...users, ...groups];
  const most = isSmall || isNarrow.value ? 1 : 3;
  const shownUsers = users.slice(0, most);
  const shownGroups = groups.slice(0, most - shownUsers.length);
  const shown = [...shownUsers, ...shownGroups];
  const words = t().sharedWith(names, total - names.length, links);
  return (
    <span class="shared-mark" title={words}>
      {shown.length > 0 && <Circles names={shownUsers} groups={shownGroups} />}
      {total > shown.length && <span aria-hidden="true">+{total - shown.length}</span>}
      {links > 0 && <Icon of={link} size={14} />}
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
