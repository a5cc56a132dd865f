import adminStyle from 'style:admin';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { account } from '../../api/session.ts';
import { addStyle } from '../../parts/loading/add-style.ts';
import { pageLocation } from '../../router.ts';
import { t } from '../../text/text.ts';

await addStyle(adminStyle);

interface FrameProps {
  /** Title of this administration page. */
  readonly title: string;
  /** The content is a list that fills the page and scrolls itself. */
  readonly isList?: boolean;
  /** Actions beside the heading. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Frame of the administration pages: heading and links between them. */
export function AdminFrame({ title, isList = false, actions, children }: FrameProps) {
  const { path } = pageLocation.value;
  useEffect(() => {
    document.title = `${title} · dms`;
  }, [title]);
  const links = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones, the links are wider than the screen.
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  const texts = t().admin;
  const parts = [
    ['/admin/status', texts.status],
    ['/admin/incidents', texts.incidents.title],
    ['/admin/people', texts.people],
    ['/admin/groups', texts.groups],
    ['/admin/folders', texts.folders],
    ['/admin/links', t().sharing.links.tab],
    ['/admin/locks', texts.locks],
    ['/admin/backups', texts.backups],
  ] as const;
  return (
    <div class={isList ? 'page admin admin-list' : 'page admin'}>
      <div class="admin-head">
        <h1>{t().administration}</h1>
        {actions}
      </div>
      <nav ref={links} class="account-parts" aria-label={texts.parts}>
        {parts.map(([href, text]) => (
          <a
            key={href}
            href={href}
            aria-current={
              path === href || (path === '/admin' && href.endsWith('status'))
                ? 'page'
                : path.startsWith(`${href}/`)
                  ? 'true'
                  : undefined
            }
          >
            {text}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}

/** Shows a page only to administrators; other users see "not found". */
export function ForAdmins({ children }: { readonly children: ComponentChildren }) {
  const isAdmin = account.value?.is_admin === true;
  useEffect(() => {
    if (!isAdmin) document.title = 'dms';
  }, [isAdmin]);
  if (isAdmin) return <>{children}</>;
  return (
    <div class="notice">
      <p>{t().notHere}</p>
      <a class="button primary" href="/">
        {t().toFiles}
      </a>
    </div>
  );
}
