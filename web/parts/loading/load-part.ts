import type { Area } from '../../text/areas.ts';
import { importWithRetry } from '../../text/retry.ts';
import { loadTexts } from '../../text/text.ts';

/**
 * Loads a part of the pages that comes only when it is needed, and its texts. Where the service has been updated since
 * this page was opened, the part is gone, and the page is opened anew. Otherwise it tries once more.
 *
 * @param load is `() => import('…')`
 * @throws what the browser throws when it gets no file
 */
export async function loadPart<T>(load: () => Promise<T>, ...texts: readonly Area[]): Promise<T> {
  try {
    const [part] = await Promise.all([importWithRetry(load), loadTexts(...texts)]);
    return part;
  } catch (error) {
    if (await isOutdated()) location.reload();
    throw error;
  }
}

/** True if the service starts its pages by another script now. The name of each has a hash of its content. */
async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]');
  if (own === null) return false;
  try {
    const response = await fetch('/', { cache: 'no-store' });
    return response.ok && !(await response.text()).includes(new URL(own.src).pathname);
  } catch {
    return false;
  }
}
