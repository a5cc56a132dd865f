import type { Dms } from '../../../src/core/dms.ts';
import type { Media, Rendered, RenditionTask } from '../../../src/model/entries/rendition.ts';
import { bytesOf } from '../bytes.ts';

/** The default renditions of tests: the content as text, images that start with the content, and one page. */
function asItIs(content: Buffer): Rendered {
  const image = (size: number): Buffer => Buffer.from(`${String(size)} ${content.toString()}`);
  return {
    text: { state: 'ready', text: content },
    thumbnail: {
      state: 'ready',
      type: 'image/jpeg',
      images: { 128: image(128), 256: image(256), 512: image(512) },
      media: { width: null, height: null, pages: 1 },
    },
  };
}

/** Renditions of a content without text, with the same image in all sizes. */
export function pictureOf(image: Buffer, media: Media | null): Rendered {
  const images = { 128: image, 256: image, 512: image };
  return { text: { state: 'none' }, thumbnail: { state: 'ready', type: 'image/jpeg', images, media } };
}

/** Indexes everything pending. */
export async function indexAll(dms: Dms): Promise<void> {
  while (await dms.indexing.step());
}

/** Renders texts and thumbnails of everything pending, without a child process. @returns the tasks in order */
export async function renderAll(
  dms: Dms,
  render: (content: Buffer, task: RenditionTask) => Rendered = asItIs,
): Promise<RenditionTask[]> {
  const tasks: RenditionTask[] = [];
  await indexAll(dms);
  for (;;) {
    const task = await dms.renditionQueue.next();
    if (!task) break;
    tasks.push(task);
    const content = await bytesOf(dms.renditionQueue.content(task.sha256));
    await dms.renditionQueue.done(task, render(content, task));
  }
  await indexAll(dms);
  return tasks;
}
