import type { Rendered, RenditionDemand, RenditionTask } from '../../model/entries/rendition.ts';
import type { Content } from '../../storage/blobs/blobs.ts';
import type { Context } from '../context.ts';

/** Most contents that may be demanded at a time. With more, the oldest demands wait for their turn. */
const MAX_DEMANDED = 1000;

/** The contents that texts and thumbnails are to be made from: what somebody waits for, then the newest first. */
export class RenditionQueue {
  readonly #context: Context;
  readonly #reserveBytes: number;
  #hadRoom = true;
  /** Who has asked for thumbnails last, by content, the last content last. */
  readonly #demanded = new Map<string, number>();
  #tellWork: () => void = () => undefined;

  /** @param reserveBytes disk space that is left to changes */
  constructor(context: Context, reserveBytes: number) {
    this.#context = context;
    this.#reserveBytes = reserveBytes;
  }

  /** Has the thumbnails of a content made before all else that waits for a user; the users come in turn. */
  demand({ sha256, userId }: RenditionDemand): void {
    this.#demanded.delete(sha256);
    this.#demanded.set(sha256, userId);
    const [oldest] = this.#demanded.keys();
    if (this.#demanded.size > MAX_DEMANDED && oldest !== undefined) this.#demanded.delete(oldest);
    this.#tellWork();
  }

  /** True while somebody waits for the thumbnails of a content. */
  get hasDemand(): boolean {
    return this.#demanded.size > 0;
  }

  /** `listener` is called whenever a content may have become due. */
  onWork(listener: () => void): void {
    this.#tellWork = listener;
  }

  /** To be called when there may be new contents in the queue. */
  tellWork(): void {
    this.#tellWork();
  }

  /**
   * The content whose turn it is; undefined if nothing is due now, or the disk is as good as full. It stays due until its
   * result is saved.
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
        'the disk is as good as full: no texts and thumbnails are made until there is room',
      );
    this.#hadRoom = hasRoom;
    return hasRoom;
  }

  /** @throws {Error} if the content is gone */
  content(sha256: string): Content {
    return this.#context.blobs.open(sha256);
  }

  /** Saves what was made, also that nothing can be made. */
  async done(task: RenditionTask, rendered: Rendered): Promise<void> {
    await this.#context.derived.renditions.save(task, rendered, this.#context.now());
    // Documents with this content are found by their text from now on.
    this.#context.derived.searchIndex.noteWork();
    this.#demanded.delete(task.sha256);
  }

  /** Notes an attempt that came to nothing. After three of them the content is given up, for the last reason. */
  async failed(task: RenditionTask, reason: string): Promise<void> {
    const { sha256 } = task;
    const isGivenUp = await this.#context.derived.renditions.fail(task, reason, this.#context.now());
    this.#context.derived.searchIndex.noteWork();
    this.#demanded.delete(sha256);
    this.#context.log.warn({ sha256, reason, given_up: isGivenUp }, 'a content could not be read');
  }
}
