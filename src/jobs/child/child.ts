import { NOTHING_MADE, type RenditionPart } from '../../model/entries/rendition.ts';
import { beginsAsOther } from '../formats/kind.ts';
import { CHUNK_BYTES, type FromChild, type ToChild } from './messages.ts';
import type { Page } from './ocr-pages.ts';
import type { render } from './render.ts';
import { startWatchdog } from './watchdog.ts';

/** Produces the requested renditions of a content. Must not throw: an exception ends the process. */
export type Render = typeof render;

/** A content that is being received. */
interface Incoming {
  readonly wants: readonly RenditionPart[];
  readonly canReadPages: boolean;
  readonly content: Buffer;
  received: number;
}

/**
 * Sandboxes the process permanently, then handles the tasks of the service one at a time. The process ends with the
 * service. It ignores signals: the service handles them, and ends this process when it stops.
 */
export async function serveTasks(render: Render): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  await startWatchdog();
  process.permission.drop('worker');
  const tasks = new Tasks(render);
  process.on('message', (message: ToChild) => tasks.take(message));
  await send({ type: 'ready' });
}

class Tasks {
  readonly #render: Render;
  #incoming: Incoming | undefined;
  #pageText: (text: string) => void = () => undefined;

  constructor(render: Render) {
    this.#render = render;
  }

  take(message: ToChild): void {
    if (message.type === 'page-text') {
      this.#pageText(message.text);
      return;
    }
    if (message.type === 'task') {
      const { wants, size, canReadPages } = message;
      this.#incoming = { wants, canReadPages, content: Buffer.allocUnsafeSlow(size), received: 0 };
    } else if (this.#incoming) {
      this.#incoming.content.set(message.bytes, this.#incoming.received);
      this.#incoming.received += message.bytes.length;
    }
    if (this.#incoming?.received === this.#incoming?.content.length) void this.#work();
    else if (this.#incoming?.received === CHUNK_BYTES) void this.#judge(this.#incoming);
  }

  /**
   * Most large contents are films, compressed tar archives and the like. Their first chunk shows that nothing can be
   * rendered, so the remaining chunks are not requested.
   */
  async #judge({ content }: Incoming): Promise<void> {
    if (!(await beginsAsOther(content.subarray(0, CHUNK_BYTES)))) {
      await send({ type: 'more' });
      return;
    }
    this.#incoming = undefined;
    await send({ type: 'rendered', rendered: NOTHING_MADE, faults: [] });
  }

  async #work(): Promise<void> {
    const incoming = this.#incoming;
    if (!incoming) return;
    this.#incoming = undefined;
    const readPage = incoming.canReadPages ? (page: Page) => this.#readPage(page) : undefined;
    const reading = await this.#render(incoming.content, incoming.wants, readPage);
    await send({ type: 'rendered', ...reading });
  }

  async #readPage({ width, height, grey }: Page): Promise<string> {
    const answer = new Promise<string>((resolve) => (this.#pageText = resolve));
    // PGM is the simplest picture format, which reduces the attack surface of the OCR program.
    await send({ type: 'page', bytes: Buffer.from(`P5 ${width} ${height} 255\n`), isLast: false });
    for (let start = 0; start < grey.length; start += CHUNK_BYTES) {
      const bytes = grey.subarray(start, start + CHUNK_BYTES);
      await send({ type: 'page', bytes, isLast: start + CHUNK_BYTES >= grey.length });
    }
    return answer;
  }
}

function send(message: FromChild): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
