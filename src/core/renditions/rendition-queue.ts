import type { Rendered, RenditionDemand, RenditionTask } from '../../model/entries/rendition.ts';
import type { Content } from '../../storage/blobs/blobs.ts';
import type { Context } from '../context.ts';

/** Maximum contents demanded at a time. Beyond it, the oldest demands lose their priority. */
const MAX_DEMANDED = 1000;

/** Queue of the contents from which texts and thumbnails are made: demanded contents first, then the newest. */
export class RenditionQueue {
  readonly #context: Context;
  readonly #reserveBytes: number;
  #hadRoom = true;
  /** The last user to demand the thumbnails of a content, by content; the latest demand last. */
  readonly #demanded = new Map<string, number>();
  #tellWork: () => void = () => undefined;

  /** @param reserveBytes disk space to leave free for changes */
  constructor(context: Context, reserveBytes: number) {
    this.#context = context;
    this.#reserveBytes = reserveBytes;
  }

  /**
   * Demands the thumbnails of a content: they are made before anything else in the queue of that user. Users take
   * turns.
   */
  demand({ sha256, userId }: RenditionDemand): void {
    this.#demanded.delete(sha256);
    this.#demanded.set(sha256, userId);
    const [oldest] = this.#demanded.keys();
    if (this.#demanded.size > MAX_DEMANDED && oldest !== undefined) this.#demanded.delete(oldest);
    this.#tellWork();
  }

  /** True while a user waits for the thumbnails of a content. */
  get hasDemand(): boolean {
    return this.#demanded.size > 0;
  }

  /** Sets the listener to call whenever a content may have become due. */
  onWork(listener: () => void): void {
    this.#tellWork = listener;
  }

  /** Must be called when there may be new contents in the queue. */
  tellWork(): void {
    this.#tellWork();
  }

  /**
   * The next content; undefined if none is due, or less than the reserve is free on the disk. The content stays due
   * until its result is saved.
   */
  async next(): Promise<RenditionTask | undefined> {
    if (!this.#hasRoom()) return undefined;
    const demanded = [...this.#demanded].map(([sha256, userId]) => ({ sha256, userId })).reverse();
    const { task, passedOver } = await this.#context.derived.renditions.nextTask(
      demanded,
      this.#context.now(),
    );
    for (const sha256 of passedOver) this.#demanded.delete(sha256);
    return task;
  }

  #hasRoom(): boolean {
    const hasRoom = this.#context.blobs.room(this.#reserveBytes) >= 0;
    if (this.#hadRoom && !hasRoom)
      this.#context.log.warn(
        'the disk is nearly full: no texts and thumbnails are generated until there is free space',
      );
    this.#hadRoom = hasRoom;
    return hasRoom;
  }

  /** @throws {Error} if the content is gone */
  content(sha256: string): Content {
    return this.#context.blobs.open(sha256);
  }

  /** Saves the result of a task, even if nothing can be made from the content. */
  async done(task: RenditionTask, rendered: Rendered): Promise<void> {
    await this.#context.derived.renditions.save(task, rendered, this.#context.now());
    // From now on, a search finds documents with this content by their text.
    this.#context.derived.searchIndex.noteWork();
    this.#demanded.delete(task.sha256);
  }

  /** Records a failed attempt. After the third one the content is given up, with the last reason. */
  async failed(task: RenditionTask, reason: string): Promise<void> {
    const { sha256 } = task;
    const isGivenUp = await this.#context.derived.renditions.fail(task, reason, this.#context.now());
    this.#context.derived.searchIndex.noteWork();
    this.#demanded.delete(sha256);
    this.#context.log.warn({ sha256, reason, given_up: isGivenUp }, 'a content could not be read');
  }
}
