import type { Client } from './client.ts';
import type { Damage } from './model.ts';
import type { Round } from './round.ts';

/** First line of each document that lines are appended to. */
const START = 'start';

/** Creates the document of a round. @returns false if the request is refused */
export async function beginAppends(client: Client, path: string, round: Round): Promise<boolean> {
  try {
    await client.perform({ kind: 'put', path, content: Buffer.from(`${START}\n`), sha256: '' });
    return true;
  } catch (error) {
    if (round.meaning(error) !== 'refused') throw error;
    return false;
  }
}

/**
 * Appends lines to one document by compare-and-set, concurrently with others: reads it, adds a line, and replaces it
 * with `If-Match`. An acknowledged line must stay, no matter who else appends.
 */
export class Appender {
  readonly #name: string;
  readonly #face: 'webdav' | 'rest';
  #count = 0;
  #lines: string[] = [];
  #unanswered: string | undefined;
  acknowledged = 0;
  refused = 0;

  constructor(name: string, face: 'webdav' | 'rest') {
    this.#name = name;
    this.#face = face;
  }

  /** Appends until the service dies or the round is over. @throws {WrongAnswer} for a response that is a fault */
  async work(client: Client, path: string, round: Round): Promise<void> {
    while (!round.isOver) {
      try {
        const { text, etag } = await client.text(path);
        this.#count += 1;
        const line = `${this.#name}-${String(this.#count)}`;
        this.#unanswered = line;
        const isReplaced = await client.replace(path, { text: `${text}${line}\n`, etag }, this.#face);
        if (isReplaced && round.isEnding) return;
        this.#unanswered = undefined;
        if (!isReplaced) continue;
        this.#lines.push(line);
        this.acknowledged += 1;
      } catch (error) {
        const meaning = round.meaning(error);
        if (meaning === 'fault') throw error;
        if (meaning === 'unknown') return;
        this.#unanswered = undefined;
        this.refused += 1;
      }
    }
  }

  /** Compares the lines of this appender with the document, and forgets them: the next round has another document. */
  compare(text: string, damage: Damage): void {
    const found = text.split('\n').filter((line) => line.startsWith(`${this.#name}-`));
    const unanswered = this.#unanswered;
    const missing = this.#lines.filter((line) => !found.includes(line));
    const unexpected = found.filter(
      (line, index) => found.indexOf(line) !== index || !(this.#lines.includes(line) || line === unanswered),
    );
    damage.lost.push(...missing.map((line) => `the line ${line}`));
    damage.phantom.push(...unexpected.map((line) => `the line ${line}`));
    this.#lines = [];
    this.#unanswered = undefined;
  }
}

/** Compares the lines of all appenders of a document with it. */
export async function compareLines(
  appenders: readonly Appender[],
  client: Client,
  path: string,
): Promise<Damage> {
  const damage: Damage = { lost: [], corrupt: [], phantom: [] };
  const text = await client
    .text(path)
    .then((read) => read.text)
    .catch((error: unknown) => String(error));
  for (const appender of appenders) appender.compare(text, damage);
  return damage;
}
