/** A page to examine. */
export interface Visited {
  readonly name: string;
  /** Path, with placeholders for ids: `{folder}`, `{within}`, `{document}` and `{group}`, and `{at}` for a time when the folder had its contents. */
  readonly path: string;
  readonly isGuest?: boolean;
}

const account = ['profile', 'security', 'tokens', 'connect'];
const admin = ['status', 'incidents', 'people', 'groups', 'folders', 'links', 'locks', 'backups'];

/** Every page of web/routes.ts, and the page for an unknown path. */
export const EVERY_PAGE: readonly Visited[] = [
  ...[
    '/',
    '/search?q=notes',
    '/recent',
    '/favourites',
    '/shared',
    '/shared?by=me',
    '/shared?by=link',
    '/trash',
    '/activity',
    '/account',
    '/admin',
  ].map((path) => ({ name: path, path })),
  ...account.map((tab) => ({ name: tab, path: `/account/${tab}` })),
  ...admin.map((tab) => ({ name: `administration: ${tab}`, path: `/admin/${tab}` })),
  { name: 'a group', path: '/admin/groups/{group}' },
  { name: 'a folder', path: '/folders/{folder}' },
  { name: 'a folder at an earlier time', path: '/folders/{folder}?at={at}' },
  { name: 'a folder in a folder', path: '/folders/{within}' },
  { name: 'a document', path: '/documents/{document}' },
  { name: 'a comparison', path: '/documents/{document}/compare?from=1&to=2' },
  { name: 'the sign-in', path: '/sign-in', isGuest: true },
  { name: 'a new password', path: '/reset', isGuest: true },
  { name: 'the first administrator', path: '/setup', isGuest: true },
  { name: 'nothing', path: '/nowhere' },
];
