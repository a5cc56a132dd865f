import { batch, signal } from '@preact/signals';

/** A place in the interface. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Differs for each entry of the browser's history; keeps what belongs to it, such as where its list was scrolled to. */
  readonly key: string;
}

/** What a page is told. */
export interface PageProps {
  /** What the path has in place of each parameter. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

let keys = 0;

function placeNow(): Place {
  const state: unknown = history.state;
  const key = typeof state === 'string' ? state : `${String(performance.timeOrigin)}-${String(++keys)}`;
  if (state !== key) history.replaceState(key, '');
  return { path: location.pathname, query: new URLSearchParams(location.search), key };
}

/** Where the user is. */
export const place = signal<Place>(placeNow());

/** Goes to a path of this interface, query included. What somebody else wrote never leads out of the service, but to `/`. */
export function navigate(to: string, { replace = false } = {}): void {
  const asked = URL.parse(to, location.href);
  // `blob:` addresses have the origin of the page that made them.
  const isOurs = asked?.origin === location.origin && asked.protocol === location.protocol;
  const url = isOurs ? asked : new URL('/', location.href);
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  arrive();
}

function arrive(): void {
  batch(() => {
    place.value = placeNow();
  });
}

/** The link of ours that a plain click is on; null if the browser is to do with the click what it does. */
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

/** Links of the page lead on without loading it anew, and the browser's buttons lead back. To be called once. */
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
