import { batch, signal } from '@preact/signals';

/** A location in the interface. */
export interface PageLocation {
  readonly path: string;
  readonly query: URLSearchParams;
  /**
   * Unique per entry of the browser's history. Pages store per-entry state under it, such as the scroll position of a
   * list.
   */
  readonly key: string;
}

/** Props of every page. */
export interface PageProps {
  /** Values of the path parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

let keys = 0;

function currentLocation(): PageLocation {
  const state: unknown = history.state;
  const key = typeof state === 'string' ? state : `${String(performance.timeOrigin)}-${String(++keys)}`;
  if (state !== key) history.replaceState(key, '');
  return { path: location.pathname, query: new URLSearchParams(location.search), key };
}

/** The current location. */
export const pageLocation = signal<PageLocation>(currentLocation());

/** Paths of pages that the server writes, outside of this interface. */
const OF_SERVER = /^\/index\.php\//;

/**
 * Navigates to a path of this interface, with its query, or loads a page that the server writes. A URL that leads out of the
 * service is replaced by `/`.
 */
export function navigate(to: string, { replace = false } = {}): void {
  const asked = URL.parse(to, location.href);
  // A `blob:` URL has the origin of the page that created it, so the protocol is compared too.
  const isOurs = asked?.origin === location.origin && asked.protocol === location.protocol;
  const url = isOurs ? asked : new URL('/', location.href);
  if (OF_SERVER.test(url.pathname)) {
    location.replace(url);
    return;
  }
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  arrive();
}

function arrive(): void {
  batch(() => {
    pageLocation.value = currentLocation();
  });
}

/** The internal link under a plain click; null if the browser should handle the click itself. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || event.defaultPrevented) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link !== null && leadsToPage(link) ? link : null;
}

function leadsToPage({ origin, target, download, pathname }: HTMLAnchorElement): boolean {
  return (
    origin === location.origin && target === '' && download === '' && !/^\/(?:web\/)?api\//.test(pathname)
  );
}

/** Handles clicks on internal links and the browser's Back and Forward without reloading the page. Call once. */
export function startRouter(): void {
  history.scrollRestoration = 'manual';
  addEventListener('popstate', arrive);
  document.addEventListener('click', (event) => {
    const link = linkOf(event);
    if (link === null) return;
    event.preventDefault();
    navigate(link.href);
  });
}
