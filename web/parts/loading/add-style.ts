const added = new Map<string, Promise<void>>();

/**
 * Adds the style sheet of a part that is loaded on demand.
 * @param url value of an import of `style:NAME`
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
    // The URL is relative to the scripts, which are in the same folder.
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
