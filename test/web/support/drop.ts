import type { Page } from 'puppeteer-core';

/** A file that a test drops. */
export interface Dropped {
  readonly name: string;
  /** Default: `bytes` zero bytes. */
  readonly content?: string;
  readonly bytes?: number;
}

/** Drops a file onto an element of a page, as far as a script can do that. */
export async function drop(
  page: Page,
  { name, content, bytes = 0 }: Dropped,
  selector = 'main',
): Promise<void> {
  await page.waitForSelector(selector);
  await page.$eval(
    selector,
    (target, file, text, size) => {
      const data = new DataTransfer();
      data.items.add(new File([text ?? new Uint8Array(size)], file, { lastModified: 1_700_000_000_000 }));
      target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    name,
    content,
    bytes,
  );
}
