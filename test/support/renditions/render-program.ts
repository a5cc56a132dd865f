import { type Render, serveTasks } from '../../../src/jobs/child/child.ts';

/* Replaces the program of the process that reads contents. Each content selects a behaviour of the process. */

const text = (said: string) => ({ state: 'ready', text: Buffer.from(said) }) as const;

const image = Buffer.from('image');
/** Thumbnails of a picture with an impossible width. */
const endless = {
  state: 'ready',
  type: 'image/png',
  images: { 128: image, 256: image, 512: image },
  media: { width: Number.MAX_SAFE_INTEGER, height: 1, pages: null },
} as const;

const behaviours: Readonly<Record<string, () => unknown>> = {
  loop: () => {
    for (;;);
  },
  wait: () => new Promise(() => setInterval(() => undefined, 1000)),
  hog: async () => {
    for (const kept: Buffer[] = []; ; ) {
      kept.push(Buffer.alloc(8 * 2 ** 20, 1));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  },
  throw: () => {
    throw new Error('on purpose');
  },
};

const render: Render = async (content, wants, readPage) => {
  const said = Buffer.from(content.subarray(0, 100)).toString();
  await behaviours[said]?.();
  const page = { width: 2, height: 1, grey: new Uint8Array([0, 255]) };
  const answers: Readonly<Record<string, () => string | Promise<string>>> = {
    pid: () => String(process.pid),
    size: () => String(content.length),
    wants: () => wants.join(),
    environment: () => JSON.stringify(process.env),
    page: async () => (await readPage?.(page)) ?? 'nobody reads',
  };
  const answer = (await answers[said.split(' ')[0] ?? '']?.()) ?? said;
  const thumbnail = said === 'lie' ? endless : ({ state: 'none' } as const);
  return { rendered: { text: text(answer), thumbnail }, faults: [] };
};

await serveTasks(render);
