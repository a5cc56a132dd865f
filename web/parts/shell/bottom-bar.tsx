import person from 'icon:circle-user';
import files from 'icon:folder';
import search from 'icon:search';
import shared from 'icon:users';
import { pageLocation } from '../../router.ts';
import { t } from '../../text/text.ts';
import { NavigationLink } from './navigation.tsx';

/** The navigation on phones. */
export function BottomBar() {
  const { path } = pageLocation.value;
  return (
    <nav class="bottom-bar" aria-label={t().navigation}>
      <NavigationLink
        href="/"
        icon={files}
        text={t().files}
        isHere={path === '/' || path.startsWith('/folders')}
      />
      <NavigationLink href="/search" icon={search} text={t().search} isHere={path === '/search'} />
      <NavigationLink href="/shared" icon={shared} text={t().shared} isHere={path.startsWith('/shared')} />
      <NavigationLink
        href="/account/profile"
        icon={person}
        text={t().account}
        isHere={path.startsWith('/account')}
      />
    </nav>
  );
}
