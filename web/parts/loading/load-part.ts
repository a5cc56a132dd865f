import { showToast } from '../../state/toasts.ts';
import type { Area } from '../../text/areas.ts';
import { importWithRetry } from '../../text/retry.ts';
import { loadTexts, t } from '../../text/text.ts';

/**
 * Loads a part of the interface on demand, together with its texts, with one retry. If the service has been updated
 * since this page was opened, the part no longer exists, and the page is reloaded.
 * @param load is `() => import('…')`
 * @throws the browser's error if the file cannot be loaded
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

/** Loads a script and shows a message if it fails. @returns undefined on failure */
export async function loadOrTell<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await loadPart(load);
  } catch {
    showToast(t().partMissing, 'failed');
    return undefined;
  }
}

/** True if the service now serves another start script. Script names contain a hash of their content. */
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
