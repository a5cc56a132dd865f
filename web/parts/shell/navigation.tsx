import history from 'icon:clock';
import recent from 'icon:file-clock';
import files from 'icon:folder';
import drive from 'icon:hard-drive';
import settings from 'icon:settings';
import star from 'icon:star';
import trash from 'icon:trash';
import shared from 'icon:users';
import { account } from '../../api/session.ts';
import { pageLocation } from '../../router.ts';
import { t } from '../../text/text.ts';
import { Icon } from '../display/icon.tsx';
import { LateTree } from './late-tree.tsx';

interface LineProps {
  readonly href: string;
  readonly icon: string;
  readonly text: string;
  readonly isHere: boolean;
  /** Makes the link a drop target for entries. */
  readonly folderId?: number;
}

/** A link in the navigation or in the bottom bar. */
export function NavigationLink({ href, icon, text, isHere, folderId }: LineProps) {
  return (
    <a
      href={href}
      aria-current={isHere ? 'page' : undefined}
      data-folder={folderId}
      data-name={folderId === undefined ? undefined : text}
    >
      <Icon of={icon} />
      <span>{text}</span>
    </a>
  );
}

/** The navigation on wide screens. */
export function Navigation() {
  const { path } = pageLocation.value;
  const isIn = (start: string): boolean => path === start || path.startsWith(`${start}/`);
  return (
    <nav class="navigation" aria-label={t().navigation}>
      <NavigationLink
        href="/"
        icon={files}
        text={t().files}
        isHere={path === '/' || isIn('/folders') || isIn('/documents')}
        folderId={0}
      />
      <NavigationLink href="/recent" icon={recent} text={t().recent} isHere={isIn('/recent')} />
      <NavigationLink href="/favourites" icon={star} text={t().favourites} isHere={isIn('/favourites')} />
      <NavigationLink href="/shared" icon={shared} text={t().shared} isHere={isIn('/shared')} />
      <NavigationLink href="/activity" icon={history} text={t().activity} isHere={isIn('/activity')} />
      <NavigationLink href="/trash" icon={trash} text={t().trash} isHere={isIn('/trash')} />
      <hr />
      <LateTree />
      <hr />
      <NavigationLink
        href="/account/connect"
        icon={drive}
        text={t().connectDrive}
        isHere={path === '/account/connect'}
      />
      {account.value?.is_admin === true && (
        <NavigationLink
          href="/admin/status"
          icon={settings}
          text={t().administration}
          isHere={isIn('/admin')}
        />
      )}
    </nav>
  );
}
