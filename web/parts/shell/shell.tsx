import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { connection } from '../../api/connection.ts';
import { pageLocation } from '../../router.ts';
import { undo } from '../../state/undo.ts';
import { t } from '../../text/text.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { Sharing } from '../sharing/sharing.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Navigation } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every page of a signed-in user. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  const { path } = pageLocation.value;
  const isFirst = useRef(true);
  useEffect(() => {
    // Keys work in the list immediately, and a screen reader starts reading at the new page.
    if (!isFirst.current && document.activeElement === document.body)
      (main.current?.querySelector<HTMLElement>('[role=grid]') ?? main.current)?.focus();
    isFirst.current = false;
  }, [path]);
  useShortcuts({ 'Ctrl+KeyZ': () => void undo() });
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t().skipToContent}
      </a>
      <TopBar />
      <Navigation />
      <main ref={main} id="content" tabIndex={-1}>
        {connection.isOffline.value && (
          <p class="offline" role="status">
            {t().offline}
          </p>
        )}
        {children}
      </main>
      <BottomBar />
      <Sharing />
    </div>
  );
}
