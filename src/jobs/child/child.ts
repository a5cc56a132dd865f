import { NOTHING_MADE, type RenditionPart } from '../../model/entries/rendition.ts';
import { beginsAsOther } from '../formats/kind.ts';
import { type FromChild, PIECE_BYTES, type ToChild } from './messages.ts';
import type { Page } from './pages.ts';
import type { render } from './render.ts';
import { startWatchdog } from './watchdog.ts';

/** Makes what is wanted of a content. It must not throw: that ends the process. */
export type Render = typeof render;

/** A content that is coming in. */
interface Incoming {
  readonly wants: readonly RenditionPart[];
  readonly canReadPages: boolean;
  readonly content: Buffer;
  received: number;
}

/**
 * Locks the process in for good, then does one task of the service after the other. The process ends with the
 * service; signals are for the service to obey, which ends this process when it stops.
 */
export async function answerTasks(render: Render): Promise<void> {
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
    else if (this.#incoming?.received === PIECE_BYTES) void this.#judge(this.#incoming);
  }

  /** Most large contents are films, compressed tars and the like: the first piece shows that the others are not needed. */
  async #judge({ content }: Incoming): Promise<void> {
    if (!(await beginsAsOther(content.subarray(0, PIECE_BYTES)))) {
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
    // The simplest format of pictures (PGM), so that there is little to go wrong in the program that reads it.
    await send({ type: 'page', bytes: Buffer.from(`P5 ${width} ${height} 255\n`), isLast: false });
    for (let start = 0; start < grey.length; start += PIECE_BYTES) {
      const bytes = grey.subarray(start, start + PIECE_BYTES);
      await send({ type: 'page', bytes, isLast: start + PIECE_BYTES >= grey.length });
    }
    return answer;
  }
}

function send(message: FromChild): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
