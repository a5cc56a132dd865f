const added = new Map<string, Promise<void>>();

/**
 * Adds a style sheet of a part that comes only when it is needed.
 * @param url what an import of `style:NAME` gives
 * @throws {Error} if it cannot be loaded
 */
export function addStyle(url: string): Promise<void> {
  const adding = added.get(url) ?? add(url);
  added.set(url, adding);
  return adding;
}

function add(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    // It is named as seen from the scripts, which lie beside it.
    link.href = new URL(url, import.meta.url).href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      added.delete(url);
      reject(new Error(`${url} cannot be loaded`));
    };
    document.head.append(link);
  });
}
