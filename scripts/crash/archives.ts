import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import * as z from 'zod';
import { type Client, WrongAnswer } from './client.ts';
import {
  compare,
  type Damage,
  damageCount,
  headsOf,
  isLasting,
  type ModelDocument,
  type State,
} from './model.ts';
import type { Random } from './random.ts';
import type { Trial } from './trial.ts';

const prepared = z.object({ data: z.object({ url: z.string() }) });

/**
 * Downloads the folders of the writers as archives, one after the other. Each download is whole or broken; a whole one
 * has the entries of one moment of its preparation, except those that were deleted before the download.
 */
export class TrialArchives {
  readonly #trial: Trial;
  readonly #random: Random;
  #work: Promise<void> = Promise.resolve();
  #isEnding = false;
  readonly #counts = { whole: 0, broken: 0 };

  constructor(trial: Trial, random: Random) {
    this.#trial = trial;
    this.#random = random;
  }

  /** Results of the downloads, for the report. */
  get summary(): string {
    return `${String(this.#counts.whole)} archives, ${String(this.#counts.broken)} broken`;
  }

  /** Starts to download until the service ends. */
  begin(): void {
    this.#isEnding = false;
    this.#work = this.#downloadAll();
  }

  /** From now on, an unexpected response is no fault, because the disk or the process is going down. */
  ending(): void {
    this.#isEnding = true;
  }

  /** Waits for the end of the current download. The service must have ended. */
  settle(): Promise<void> {
    this.ending();
    return this.#work;
  }

  async #downloadAll(): Promise<void> {
    while (!this.#isEnding) {
      const writer = this.#random.below(this.#trial.writerCount);
      const folder = `w${String(writer)}`;
      try {
        await this.#download(this.#trial.client(folder), folder, writer);
      } catch (error) {
        if (!this.#isFault(error)) return;
        this.#trial.fault(`archive of ${folder}: ${error.message}`);
      }
    }
  }

  #isFault(error: unknown): error is WrongAnswer {
    return error instanceof WrongAnswer && !this.#isEnding;
  }

  /** @throws {Error} if the service has ended */
  async #download(client: Client, folder: string, writer: number): Promise<void> {
    const endPreparation = this.#trial.record();
    const endDownload = this.#trial.record();
    try {
      const body = JSON.stringify({ ids: [(await client.item('')).id] });
      const { data } = prepared.parse(await client.rest('/archives', { method: 'POST', body }));
      const states = endPreparation()[writer] ?? [];
      const response = await client.get(data.url.replace(/^\/api/, ''));
      const bytes = await response.arrayBuffer().catch(() => undefined);
      if (!response.ok) throw new WrongAnswer(`GET ${data.url}: ${String(response.status)}`);
      this.#counts[bytes ? 'whole' : 'broken'] += 1;
      if (!bytes) return;
      const found = await contentsOf(Buffer.from(bytes), folder);
      this.#trial.add(closestArchive(states, endDownload()[writer] ?? [], found), `archive of ${folder}`);
    } finally {
      endPreparation();
      endDownload();
    }
  }
}

/** Reads an archive. @throws {WrongAnswer} if it is no archive */
async function contentsOf(bytes: Buffer, folder: string): Promise<State> {
  const documents = new Map<string, ModelDocument>();
  const folders = new Set<string>();
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName.slice(folder.length + 1);
      if (path.endsWith('/')) folders.add(path.slice(0, -1));
      else if (path !== '') {
        const content = await buffer(await zip.openReadStreamPromise(entry));
        const sha256 = createHash('sha256').update(content).digest('hex');
        documents.set(path, { versions: [sha256], title: null });
      }
    }
  } catch (error) {
    throw new WrongAnswer(`an archive with its whole length is damaged: ${String(error)}`);
  }
  return { documents, folders, trash: [] };
}

/**
 * The differences from the closest state.
 * @param states possible states during the preparation
 * @param until possible states from then to the end of the download: an entry that one of them lacks may be missing
 */
function closestArchive(states: readonly State[], until: readonly State[], found: State): Damage {
  const damages = states.map((state): Damage => {
    const { lost, ...damage } = compare(headsOf(state), found);
    return { ...damage, lost: lost.filter((path) => isLasting(until, path.replace(/\/$/, ''))) };
  });
  const [best] = damages.sort((one, other) => damageCount(one) - damageCount(other));
  if (!best) throw new Error('there is no state to compare with');
  return best;
}
