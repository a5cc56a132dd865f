import type { RenditionQueue } from '../../../src/jobs/rendering.ts';
import type { Rendered, RenditionTask } from '../../../src/model/entries/rendition.ts';

const PIECE_BYTES = 512 * 1024;
/** Generous, because the reading process runs at low priority and the tests leave it little processor time. */
const LATE_MS = 240_000;

/** Result for a content: its text, or `failed: ` or `given up: ` with the reason. */
type Result = string;

/** An in-memory queue. A failed content is not retried. */
export class MemoryQueue implements RenditionQueue {
  readonly #contents = new Map<string, Buffer | Error>();
  readonly #waiting: RenditionTask[] = [];
  readonly results = new Map<string, Result>();
  /** Type of the thumbnails of each content, or `none` or `failed`. */
  readonly thumbnails = new Map<string, string>();
  /** Number of bytes read from each content. */
  readonly bytesRead = new Map<string, number>();
  #listener: () => void = () => undefined;
  #changed: () => void = () => undefined;
  /** True: a client is waiting for the renditions. */
  hasDemand = false;
  /** Called before a content is read. */
  onContent: (sha256: string) => void = () => undefined;

  /** Adds a content under a name. An error is thrown when the content is read. */
  add(name: string, content: Buffer | Error | string = name): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#contents.set(name, bytes);
    const size = bytes instanceof Error ? 1 : bytes.length;
    this.#waiting.push({ sha256: name, size, wants: ['text', 'thumbnail'] });
    this.#listener();
  }

  async next(): Promise<RenditionTask | undefined> {
    return this.#waiting[0];
  }

  content(sha256: string) {
    this.onContent(sha256);
    const { bytesRead } = this;
    const content = this.#contents.get(sha256) ?? new Error('there is no such content');
    return {
      size: content instanceof Error ? 0 : content.length,
      bytes: undefined,
      async read(
        { start, end }: { start: number; end: number },
        consume: (piece: Buffer) => Promise<void>,
      ): Promise<void> {
        if (content instanceof Error) throw content;
        const piece = Buffer.alloc(PIECE_BYTES);
        for (let at = start; at <= end; at += PIECE_BYTES) {
          const length = content.copy(piece, 0, at, Math.min(end + 1, at + PIECE_BYTES));
          bytesRead.set(sha256, (bytesRead.get(sha256) ?? 0) + length);
          await consume(piece.subarray(0, length));
        }
      },
    };
  }

  async done({ sha256 }: RenditionTask, { text, thumbnail }: Rendered): Promise<void> {
    this.thumbnails.set(sha256, thumbnail.state === 'ready' ? thumbnail.type : thumbnail.state);
    if (text.state === 'ready') this.#finish(sha256, Buffer.from(text.text).toString());
    else this.#finish(sha256, text.state === 'failed' ? `given up: ${text.reason}` : text.state);
  }

  async failed({ sha256 }: RenditionTask, reason: string): Promise<void> {
    this.#finish(sha256, `failed: ${reason}`);
  }

  onWork(listener: () => void): void {
    this.#listener = listener;
  }

  /** Resolves with the result for a content. */
  async resultOf(name: string): Promise<Result> {
    const late = Date.now() + LATE_MS;
    for (;;) {
      const result = this.results.get(name);
      if (result !== undefined) return result;
      if (Date.now() > late)
        throw new Error(`${name} has no result; others: ${[...this.results].join('; ')}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1000);
        this.#changed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  #finish(sha256: string, result: Result): void {
    if (this.#waiting[0]?.sha256 !== sha256) throw new Error(`it was not the turn of ${sha256}`);
    this.#waiting.shift();
    this.results.set(sha256, result);
    this.#changed();
  }
}
