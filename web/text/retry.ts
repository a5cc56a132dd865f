/** Long enough for a moment without a connection, in milliseconds. */
const PAUSE_MS = 500;
/** Browsers name the script that did not load in the text of the error. */
const SCRIPT = /https?:\/\/\S+\.js/;

/**
 * Imports a script of the pages, and tries once more if the browser gets no file. Every script that comes later is imported
 * by this function.
 * @param load is `() => import('…')`
 * @throws what the browser throws the second time
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [script] = SCRIPT.exec(String(error)) ?? [];
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    // Firefox does not request an address again that has failed once.
    return script === undefined
      ? load()
      : import(`${script}?again=${String(performance.now())}`).then((module: T) => module);
  }
}
