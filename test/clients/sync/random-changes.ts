import type { Side } from './sides.ts';

/** Names that some system or some protocol has trouble with. */
const NAMES = [
  'plan.txt',
  'größe (1).txt',
  'u\u0308ber uns.txt',
  'a#b%20&c+d=e.txt',
  '100% sure?.txt',
  'con',
  'x:y|z<1>"*.txt',
  'semi;colon,comma.txt',
  "it's [mine] {here}~.txt",
  '日本 🗂.txt',
];
/** A file that no change concerns: if all files are deleted, nextcloudcmd 3.7 asks its user, and waits forever. */
export const STAYING = 'stays here.txt';

/** A number from 0 up to and without `below`. */
export type Choose = (below: number) => number;

/** Equal seeds make equal choices (mulberry32). */
export function chooser(seed: number): Choose {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

/**
 * Changes of a user at random, each described in a sentence. Each is possible at that side at that moment. Some weaknesses
 * of clients are avoided in each round, the last one by the caller:
 *
 * - No side changes anything beneath a folder while a client deletes one. nextcloudcmd 3.7 and owncloudcmd 2.11 delete a
 *   folder of the drive although another side has moved or added a file there, or has changed one in a folder within, and
 *   they have seen it. They leave a moved file at its old place, and notice this only when something else changes there.
 * - No side removes a folder while an owncloudcmd changes anything. owncloudcmd 2.11 removes a folder that the drive does
 *   not have any more, with all that its user has changed in it (owncloud/client#5192).
 * - No side moves a folder while another one moves anything. owncloudcmd 2.11 does not get a new file in a folder that has
 *   moved, if the file has the name of one that another side has moved out of the folder.
 * - Both clients, killed after they have moved a folder and before they move a file out of it, store this file a second
 *   time instead: {@link RandomChanges.mayBeKilled}.
 */
export class RandomChanges {
  readonly #choose: Choose;
  readonly #kept: string;
  readonly #former: string[] = [];
  #count = 0;
  #sides: readonly Side[] = [];
  /** Sides that have changed something in this round, perhaps beneath a folder. */
  readonly #changers = new Set<Side>();
  /** Clients that have deleted a folder in this round. */
  readonly #deleters = new Set<Side>();
  /** Sides that have moved or renamed a folder in this round. */
  readonly #folderMovers = new Set<Side>();
  /** Numbers of moves in this round. */
  readonly #moves = new Map<Side, number>();

  /** @param kept a folder, which may be of another home, that is neither renamed, moved nor deleted; with a final slash */
  constructor(choose: Choose, kept: string) {
    this.#choose = choose;
    this.#kept = kept;
  }

  /**
   * Changes of earlier rounds are known at all sides.
   * @param sides those that change something in this round
   */
  beginRound(sides: readonly Side[]): void {
    this.#sides = sides;
    this.#changers.clear();
    this.#deleters.clear();
    this.#folderMovers.clear();
    this.#moves.clear();
  }

  /** False for a client that may have to move an entry out of a folder that it moves. */
  mayBeKilled(side: Side): boolean {
    return !this.#folderMovers.has(side) || (this.#moves.get(side) ?? 0) < 2;
  }

  async change(side: Side): Promise<string> {
    const kept = this.#kept;
    const paths = [...(await side.tree()).keys()].filter((path) => path !== kept && path !== STAYING);
    // The top and the kept folder are not deleted.
    if (!hasNoOther(this.#deleters, side)) return this.#add(side, ['', kept], paths);
    this.#changers.add(side);
    return this.#changeAny(side, paths);
  }

  #changeAny(side: Side, paths: readonly string[]): Promise<string> {
    const folders = paths.filter((path) => path.endsWith('/'));
    const places = ['', this.#kept, this.#kept, ...folders];
    const isFolder = folders.length > 0 && this.#choose(10) < 3;
    const chosen = this.#pick(isFolder ? folders : paths.filter((path) => !path.endsWith('/')));
    const dice = this.#choose(20);
    if (chosen === undefined || dice < 5 || dice === 19) return this.#add(side, places, paths);
    const path = isFolder ? chosen.slice(0, -1) : chosen;
    if (dice < 9 && !isFolder) return this.#write(side, path);
    if (dice < 12) return this.#move(side, path, this.#fresh(parentOf(path)));
    if (dice < 17) return this.#move(side, path, this.#freeBeside(path, places, paths));
    return isFolder ? this.#removeFolder(side, path) : this.#remove(side, path);
  }

  /** A change of this file, mostly of its content. One that is missing there is written. */
  async changeFile(side: Side, path: string): Promise<string> {
    const dice = this.#choose(6);
    const paths = await side.tree();
    if (paths.has(`${path}/`)) return this.change(side);
    if (dice < 4 || !paths.has(path)) return this.#write(side, path);
    return dice < 5 ? this.#move(side, path, this.#fresh(parentOf(path))) : this.#remove(side, path);
  }

  /** A new file or folder, often with the name of a former one. */
  #add(side: Side, places: readonly string[], paths: readonly string[]): Promise<string> {
    const former = this.#choose(3) === 0 ? this.#former.shift() : undefined;
    const isFree = former !== undefined && !paths.includes(former) && !paths.includes(`${former}/`);
    const isUsable = isFree && places.includes(parentOf(former));
    const path = isUsable ? former : this.#fresh(this.#pick(places) ?? '');
    return this.#choose(4) === 0 ? this.#mkdir(side, path) : this.#write(side, path);
  }

  /** A path with the same name in any folder outside of the entry, or else a new name beside it. */
  #freeBeside(path: string, places: readonly string[], paths: readonly string[]): string {
    const to = `${this.#pick(places) ?? ''}${path.slice(parentOf(path).length)}`;
    const isTaken = paths.includes(to) || paths.includes(`${to}/`) || to.startsWith(`${path}/`);
    return isTaken ? this.#fresh(parentOf(path)) : to;
  }

  #pick(from: readonly string[]): string | undefined {
    return from[this.#choose(from.length)];
  }

  #fresh(folder: string): string {
    this.#count += 1;
    return `${folder}${String(this.#count)} ${NAMES[this.#choose(NAMES.length)] ?? ''}`;
  }

  async #write(side: Side, path: string): Promise<string> {
    this.#count += 1;
    const content = `${String(this.#count)} `.repeat(1 + this.#choose(this.#choose(8) === 0 ? 30_000 : 30));
    const time = this.#choose(10) === 0 ? side.times[this.#choose(side.times.length)] : undefined;
    await side.write(path, content, (time ?? 1_700_000_000) + this.#count);
    return `${side.name} writes ${path}`;
  }

  async #mkdir(side: Side, path: string): Promise<string> {
    await side.mkdir(path);
    return `${side.name} makes ${path}/`;
  }

  async #move(side: Side, from: string, wanted: string): Promise<string> {
    const isFolder = (await side.tree()).has(`${from}/`);
    const others = isFolder ? new Set(this.#moves.keys()) : this.#folderMovers;
    if (!hasNoOther(others, side))
      return isFolder ? this.#mkdir(side, this.#fresh('')) : this.#write(side, from);
    const isElsewhere = parentOf(from) !== parentOf(wanted);
    const isOut = from.startsWith(this.#kept) !== wanted.startsWith(this.#kept);
    const isAllowed = !isElsewhere || !isOut || !this.#isWatched(side);
    const to = isAllowed ? wanted : this.#fresh(parentOf(from));
    if (isFolder) this.#folderMovers.add(side);
    this.#moves.set(side, (this.#moves.get(side) ?? 0) + 1);
    await side.move(from, to);
    return `${side.name} moves ${from} to ${to}`;
  }

  async #removeFolder(side: Side, path: string): Promise<string> {
    const isAllowed =
      !this.#isWatched(side) && (side.client === undefined || hasNoOther(this.#changers, side));
    if (!isAllowed) return this.#move(side, path, this.#fresh(parentOf(path)));
    if (side.client !== undefined) this.#deleters.add(side);
    return this.#remove(side, path);
  }

  /** True if an owncloudcmd elsewhere may have changed what is beneath a folder. */
  #isWatched(side: Side): boolean {
    return this.#sides.some((other) => other !== side && other.client === 'owncloudcmd');
  }

  async #remove(side: Side, path: string): Promise<string> {
    await side.remove(path);
    this.#former.push(path);
    return `${side.name} deletes ${path}`;
  }
}

function hasNoOther(sides: ReadonlySet<Side>, side: Side): boolean {
  return sides.size === 0 || (sides.size === 1 && sides.has(side));
}

/** With a slash at the end; empty at the top. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
