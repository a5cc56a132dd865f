/** Delay before the retry, to bridge a short loss of the connection. */
const PAUSE_MS = 500;
/** Browsers include the URL of the failed script in the error's text. */
const SCRIPT = /https?:\/\/\S+\.js/;

/**
 * Imports a script of the pages, with one retry if it cannot be loaded. Used for every script that is loaded on
 * demand.
 * @param load is `() => import('…')`
 * @throws the browser's error of the second attempt
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [script] = SCRIPT.exec(String(error)) ?? [];
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    // Firefox does not request a failed module URL again, so change the URL.
    return script === undefined
      ? load()
      : import(`${script}?again=${String(performance.now())}`).then((module: T) => module);
  }
}
