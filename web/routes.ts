import type { ComponentType } from 'preact';
import { FolderPage } from './pages/folder/folder-page.tsx';
import type { PageProps } from './router.ts';
import type { Area } from './text/areas.ts';

interface Route {
  /** Path pattern with parameters as `:id`. */
  readonly path: string;
  readonly page?: ComponentType<PageProps>;
  readonly load?: () => Promise<{ readonly Page: ComponentType<PageProps> }>;
  /** Text areas that the page needs in addition to those of all pages. */
  readonly texts?: readonly Area[];
  /** Visible to guests, and shown without the navigation. */
  readonly isAlone?: boolean;
}

/** All pages. The pattern of paths in `src/web/pages.ts` must cover every route. */
const ROUTES: readonly Route[] = [
  { path: '/', page: FolderPage },
  { path: '/folders/:id', page: FolderPage },
  { path: '/search', load: () => import('./pages/search/search-page.tsx') },
  { path: '/recent', load: () => import('./pages/recent/recent-page.tsx') },
  { path: '/favourites', load: () => import('./pages/favourites/favourites-page.tsx') },
  { path: '/shared', texts: ['sharing'], load: () => import('./pages/shared/shared-page.tsx') },
  { path: '/trash', texts: ['trash'], load: () => import('./pages/trash/trash-page.tsx') },
  {
    path: '/activity',
    texts: ['activity', 'messages'],
    load: () => import('./pages/activity/activity-page.tsx'),
  },
  { path: '/account', texts: ['account', 'groups'], load: () => import('./pages/account/profile-page.tsx') },
  {
    path: '/account/profile',
    texts: ['account', 'groups'],
    load: () => import('./pages/account/profile-page.tsx'),
  },
  { path: '/account/security', texts: ['account'], load: () => import('./pages/account/security-page.tsx') },
  {
    path: '/account/tokens',
    texts: ['account', 'admin'],
    load: () => import('./pages/account/tokens-page.tsx'),
  },
  {
    path: '/account/connect',
    texts: ['account', 'drive'],
    load: () => import('./pages/account/connect-page.tsx'),
  },
  {
    path: '/admin',
    texts: ['admin', 'account', 'sharing'],
    load: () => import('./pages/admin/status-page.tsx'),
  },
  {
    path: '/admin/status',
    texts: ['admin', 'account', 'sharing'],
    load: () => import('./pages/admin/status-page.tsx'),
  },
  {
    path: '/admin/incidents',
    texts: ['admin', 'account', 'sharing'],
    load: () => import('./pages/admin/incidents-page.tsx'),
  },
  {
    path: '/admin/people',
    texts: ['admin', 'account', 'sharing'],
    load: () => import('./pages/admin/people-page.tsx'),
  },
  {
    path: '/admin/groups',
    texts: ['admin', 'account', 'sharing', 'groups'],
    load: () => import('./pages/admin/groups/groups-page.tsx'),
  },
  {
    path: '/admin/groups/:id',
    texts: ['admin', 'account', 'sharing', 'groups'],
    load: () => import('./pages/admin/groups/groups-page.tsx'),
  },
  {
    path: '/admin/folders',
    texts: ['admin', 'account', 'sharing'],
    load: () => import('./pages/admin/folders-page.tsx'),
  },
  {
    path: '/admin/links',
    texts: ['admin', 'account', 'sharing'],
    load: () => import('./pages/admin/links-page.tsx'),
  },
  {
    path: '/admin/locks',
    texts: ['admin', 'account', 'sharing'],
    load: () => import('./pages/admin/locks-page.tsx'),
  },
  {
    path: '/admin/backups',
    texts: ['admin', 'account', 'sharing'],
    load: () => import('./pages/admin/backups-page.tsx'),
  },
  {
    path: '/sign-in',
    texts: ['account'],
    load: () => import('./pages/guest/sign-in-page.tsx'),
    isAlone: true,
  },
  { path: '/reset', texts: ['account'], load: () => import('./pages/guest/reset-page.tsx'), isAlone: true },
  { path: '/setup', texts: ['account'], load: () => import('./pages/guest/setup-page.tsx'), isAlone: true },
  {
    path: '/documents/:id',
    texts: ['document', 'sharing', 'messages'],
    load: () => import('./pages/document/document-page.tsx'),
  },
  {
    path: '/documents/:id/compare',
    texts: ['document'],
    load: () => import('./pages/compare/compare-page.tsx'),
  },
];

/** The route that matches a path, with its parameters; undefined if no page matches. */
export function routeOf(
  path: string,
): { readonly route: Route; readonly params: Record<string, string> } | undefined {
  for (const route of ROUTES) {
    const pattern = new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const found = pattern.exec(path);
    if (found !== null) return { route, params: { ...found.groups } };
  }
  return undefined;
}
