import person from 'icon:circle-user';
import history from 'icon:clock';
import recent from 'icon:file-clock';
import drive from 'icon:hard-drive';
import keyboard from 'icon:keyboard';
import signOutIcon from 'icon:log-out';
import settings from 'icon:settings';
import star from 'icon:star';
import trash from 'icon:trash';
import { api, dataOf } from '../../api/client.ts';
import { account } from '../../api/session.ts';
import { navigate } from '../../router.ts';
import { t } from '../../text/text.ts';
import type { MenuItem } from '../dialogs/menu.tsx';
import { isNarrow } from '../display/narrow-screen.ts';
import { showHelp } from '../help/help.tsx';

async function signOut(): Promise<void> {
  await dataOf(api.POST('/logout'));
  // A full page load, so that no data of this account stays in memory.
  location.assign('/sign-in');
}

/** Pages for which the bottom bar of narrow screens has no space. */
function furtherPlaces(): MenuItem[] {
  const places: MenuItem[] = [
    { label: t().recent, icon: recent, onSelect: () => navigate('/recent') },
    { label: t().favourites, icon: star, onSelect: () => navigate('/favourites') },
    { label: t().activity, icon: history, onSelect: () => navigate('/activity') },
    { label: t().trash, icon: trash, onSelect: () => navigate('/trash') },
    { label: t().connectDrive, icon: drive, onSelect: () => navigate('/account/connect') },
  ];
  if (account.value?.is_admin === true)
    places.push({ label: t().administration, icon: settings, onSelect: () => navigate('/admin/status') });
  return places;
}

/** Name and login of the signed-in user. */
export function whoIsIn(): string {
  return account.value === null ? '' : `${account.value.name} (${account.value.login})`;
}

/** The items of the account menu. */
export function accountMenu(): MenuItem[] {
  return [
    { label: t().account, icon: person, note: whoIsIn(), onSelect: () => navigate('/account/profile') },
    ...(isNarrow.value ? furtherPlaces() : []),
    { label: t().help, icon: keyboard, keys: '?', onSelect: showHelp },
    { label: t().signOut, icon: signOutIcon, onSelect: () => void signOut() },
  ];
}
