import { MINUTE_MS } from '../../model/durations.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';
import { HEAD_BYTES, isReadable, looksEncrypted, matchOf } from './contents.ts';
import { extensionOf } from './extensions.ts';
import type { Creation, Rewrite, Suspicions, Verdict } from './suspicions.ts';

/** How long one examination lasts at most, in milliseconds. The rest waits for the next change. */
const MAX_MS = MINUTE_MS;

/** Reads the beginnings of suspect contents, one at a time, and lets requests run in between. */
export class Examiner {
  readonly #context: Pick<Context, 'blobs'>;

  constructor(context: Pick<Context, 'blobs'>) {
    this.#context = context;
  }

  /** Examines the contents that a user has changed. Contents that are gone count as harmless. */
  async examine(suspicions: Suspicions): Promise<void> {
    const end = performance.now() + MAX_MS;
    for (const rewrite of [...suspicions.rewrites.values()]) {
      suspicions.judgeRewrite(rewrite, await this.#verdictOn(rewrite));
      if (performance.now() > end) return;
      await yieldToRequests();
    }
    for (const creation of [...suspicions.unexamined()]) {
      suspicions.judgeCreation(creation, await this.#isEncrypted(creation));
      if (performance.now() > end) return;
      await yieldToRequests();
    }
  }

  /** Whether the content was what the name says, or a known format, and no longer is. */
  async #verdictOn({ name, before, sha256 }: Rewrite): Promise<Verdict> {
    const now = await this.#head(sha256);
    if (now === undefined || now.length === 0) return 'sound';
    const extension = extensionOf(name);
    const match = matchOf(extension, now);
    if (match === 'yes' || (match === 'unknown' && !looksEncrypted(now))) return 'sound';
    const former = await this.#head(before);
    if (former === undefined) return 'unchanged';
    const wasSound = match === 'no' ? matchOf(extension, former) === 'yes' : isReadable(former);
    return wasSound ? 'destroyed' : 'unchanged';
  }

  async #isEncrypted({ sha256 }: Creation): Promise<boolean> {
    const head = await this.#head(sha256);
    return head !== undefined && looksEncrypted(head);
  }

  /** The beginning of a content; undefined if it is gone, or cannot be read. */
  async #head(sha256: string): Promise<Buffer | undefined> {
    try {
      const content = this.#context.blobs.open(sha256);
      if (content.bytes !== undefined) return content.bytes.subarray(0, HEAD_BYTES);
      let head: Buffer | undefined;
      // The memory of a chunk is reused.
      await content.read({ start: 0, end: Math.min(HEAD_BYTES, content.size) - 1 }, (chunk) => {
        head = Buffer.from(chunk);
        return Promise.resolve();
      });
      return head;
    } catch {
      return undefined;
    }
  }
}
