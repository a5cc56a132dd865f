import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { pageLocation } from '../../router.ts';
import { t } from '../../text/text.ts';

interface FrameProps {
  /** Title of this account page. */
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Frame of the account pages: heading and links between them. */
export function AccountFrame({ title, children }: FrameProps) {
  const { path } = pageLocation.value;
  useEffect(() => {
    document.title = `${title} · dms`;
  }, [title]);
  const texts = t().myAccount;
  const parts = [
    ['/account/profile', texts.profile],
    ['/account/security', texts.security],
    ['/account/tokens', texts.tokens],
    ['/account/connect', texts.drive],
  ] as const;
  return (
    <div class="page account">
      <h1>{t().account}</h1>
      <nav class="account-parts" aria-label={texts.parts}>
        {parts.map(([href, text]) => (
          <a
            key={href}
            href={href}
            aria-current={
              path === href || (path === '/account' && href.endsWith('profile')) ? 'page' : undefined
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

export { Section } from '../../parts/display/section.tsx';
