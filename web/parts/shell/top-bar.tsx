import { useState } from 'preact/hooks';
import { account } from '../../api/session.ts';
import { t } from '../../text/text.ts';
import { Menu } from '../dialogs/menu.tsx';
import { Circles } from '../display/people.tsx';
import { IconButton } from '../forms/button.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { accountMenu, whoIsIn } from './account-menu.ts';

/** The bar at the top: search and account menu. */
export function TopBar() {
  const [menuAt, setMenuAt] = useState<HTMLElement>();
  const label = `${t().account}: ${whoIsIn()}`;
  return (
    <header class="top-bar">
      <a class="brand" href="/">
        dms
      </a>
      <SearchBox />
      <IconButton
        icon={<Circles names={account.value === null ? [] : [account.value.name]} />}
        label={label}
        hasMenu
        onClick={({ currentTarget }) => setMenuAt(currentTarget)}
      />
      {menuAt && (
        <Menu label={label} at={menuAt} onClose={() => setMenuAt(undefined)} items={accountMenu()} />
      )}
    </header>
  );
}
