import person from 'icon:circle-user';
import history from 'icon:clock';
import drive from 'icon:hard-drive';
import keyboard from 'icon:keyboard';
import signOutIcon from 'icon:log-out';
import settings from 'icon:settings';
import trash from 'icon:trash';
import { api, dataOf } from '../../api/client.ts';
import { navigate } from '../../router.ts';
import { account } from '../../state/session/session.ts';
import { t } from '../../text/text.ts';
import type { MenuItem } from '../dialogs/menu.tsx';
import { showHelp } from '../help/help.tsx';
import { isNarrow } from '../look/screen.ts';

async function signOut(): Promise<void> {
  await dataOf(api.POST('/logout'));
  // Loaded anew, so that nothing of this account stays in memory.
  location.assign('/sign-in');
}

/** Places that the navigation has on wide screens, and the bar at the bottom has no room for. */
function furtherPlaces(): MenuItem[] {
  const places: MenuItem[] = [
    { label: t().activity, icon: history, onSelect: () => navigate('/activity') },
    { label: t().trash, icon: trash, onSelect: () => navigate('/trash') },
    { label: t().connectDrive, icon: drive, onSelect: () => navigate('/account/connect') },
  ];
  if (account.value?.is_admin === true)
    places.push({ label: t().administration, icon: settings, onSelect: () => navigate('/admin/status') });
  return places;
}

/** Who is signed in, by name and login. */
export function whoIsIn(): string {
  return account.value === null ? '' : `${account.value.name} (${account.value.login})`;
}

/** What the button of the account offers. */
export function accountMenu(): MenuItem[] {
  return [
    { label: t().account, icon: person, note: whoIsIn(), onSelect: () => navigate('/account/profile') },
    ...(isNarrow.value ? furtherPlaces() : []),
    { label: t().help, icon: keyboard, keys: '?', onSelect: showHelp },
    { label: t().signOut, icon: signOutIcon, onSelect: () => void signOut() },
  ];
}
