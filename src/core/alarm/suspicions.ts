import type { IncidentExample, IncidentKind } from '../../model/people/incident.ts';
import type { DocumentChange } from '../document-changes.ts';
import { extensionOf, isSuspect, suspectExtension } from './extensions.ts';
import { familyOf } from './signatures.ts';

/** Maximum number of changes of a user in the window. Beyond it, creations and deletions are not kept until some end. */
const MAX_KEPT = 10_000;

/** Maximum number of unknown extensions in the window. Ransomware uses one. */
const MAX_EXTENSIONS = 100;

/** A document with a new content. Its contents are to be compared. */
export interface Rewrite {
  readonly at: number;
  readonly id: number;
  readonly name: string;
  /** SHA-256 of the content before the first rewrite in the window. */
  readonly before: string;
  /** SHA-256 of the content now. */
  readonly sha256: string;
}

/**
 * Result for a rewrite. `unchanged`: the content is not what the name says, but neither was the one before. A program can
 * write an encrypted file in several steps.
 */
export type Verdict = 'destroyed' | 'sound' | 'unchanged';

/** A new document whose name has no known extension. Its content is to be examined. */
export interface Creation {
  readonly at: number;
  readonly id: number;
  readonly folderId: number;
  readonly name: string;
  readonly sha256: string;
  /** Whether its content looks encrypted; undefined: not examined yet. */
  isEncrypted?: boolean;
}

/** A document that counts. */
export interface Sign extends IncidentExample {
  readonly at: number;
  readonly kind: IncidentKind;
}

type Deletion = Omit<Sign, 'kind'>;

/** Documents that were created in a folder, and deleted from it. A deletion with a creation is a replacement. */
interface Exchange {
  readonly created: Map<number, Creation>;
  readonly deleted: Map<number, Deletion>;
}

/**
 * Changes of one user in the last minutes that may be those of ransomware. Only counts, in memory; the contents are
 * examined by others.
 */
export class Suspicions {
  /** Rewrites that are not examined yet, by the id of the document. */
  readonly rewrites = new Map<number, Rewrite>();
  readonly #overwritten = new Map<number, Sign>();
  /** By the new extension. */
  readonly #renamed = new Map<string, Map<number, Sign>>();
  /** By the folder. */
  readonly #exchanges = new Map<number, Exchange>();
  #kept = 0;
  #pairs = 0;

  /** Adds a change. @param at milliseconds UTC */
  add(change: DocumentChange, at: number): void {
    const { id, name } = change;
    if (change.kind === 'rewritten') {
      const before = this.rewrites.get(id)?.before ?? change.before;
      this.rewrites.delete(id);
      if (this.rewrites.size < MAX_KEPT)
        this.rewrites.set(id, { at, id, name, before, sha256: change.sha256 });
    } else if (change.kind === 'renamed') this.#addRename(id, name, suspectExtension(change.from, name), at);
    else this.#addExchange(change, at);
  }

  #addRename(id: number, name: string, extension: string | undefined, at: number): void {
    if (extension === undefined) return;
    const group = this.#renamed.get(extension) ?? new Map<number, Sign>();
    if (group.size === 0 && this.#renamed.size >= MAX_EXTENSIONS) return;
    if (group.size < MAX_KEPT) group.set(id, { at, id, name, kind: 'renames' });
    this.#renamed.set(extension, group);
  }

  #addExchange(change: Extract<DocumentChange, { kind: 'created' | 'deleted' }>, at: number): void {
    const { id, name, folderId } = change;
    const extension = extensionOf(name);
    const counts =
      change.kind === 'created'
        ? extension === '' || isSuspect(extension)
        : familyOf(extension) !== undefined;
    if (!counts || this.#kept >= MAX_KEPT) return;
    this.#inFolder(folderId, ({ created, deleted }) => {
      if (change.kind === 'deleted') deleted.set(id, { at, id, name });
      else created.set(id, { at, id, name, folderId, sha256: change.sha256 });
    });
  }

  /** Changes the exchange of a folder, and the numbers that depend on it. */
  #inFolder(folderId: number, change: (exchange: Exchange) => void): void {
    const exchange = this.#exchanges.get(folderId) ?? { created: new Map(), deleted: new Map() };
    const { kept, pairs } = countsOf(exchange);
    change(exchange);
    const after = countsOf(exchange);
    this.#kept += after.kept - kept;
    this.#pairs += after.pairs - pairs;
    if (after.kept > 0) this.#exchanges.set(folderId, exchange);
    else this.#exchanges.delete(folderId);
  }

  /** Forgets changes before a time. @param time milliseconds UTC */
  forgetBefore(time: number): void {
    dropBefore(this.rewrites, time);
    dropBefore(this.#overwritten, time);
    for (const [extension, group] of this.#renamed) {
      dropBefore(group, time);
      if (group.size === 0) this.#renamed.delete(extension);
    }
    for (const folderId of [...this.#exchanges.keys()])
      this.#inFolder(folderId, ({ created, deleted }) => {
        dropBefore(created, time);
        dropBefore(deleted, time);
      });
  }

  get isEmpty(): boolean {
    const kept = [this.rewrites, this.#overwritten, this.#renamed, this.#exchanges];
    return kept.every(({ size }) => size === 0);
  }

  /** Maximum number of documents that can count, before any content is examined. */
  get possible(): number {
    const renamed = Math.max(0, ...[...this.#renamed.values()].map(({ size }) => size));
    return this.rewrites.size + this.#overwritten.size + renamed + this.#pairs;
  }

  /** The creations that are part of a replacement if they look encrypted, and are not examined. */
  *unexamined(): Generator<Creation> {
    for (const { created, deleted } of this.#exchanges.values()) {
      const names = new Set<string | undefined>([...deleted.values()].map(({ name }) => name));
      for (const creation of deleted.size > 0 ? created.values() : [])
        if (creation.isEncrypted === undefined && !names.has(originalName(creation))) yield creation;
    }
  }

  /** Notes the result for an examined rewrite. The document may have been rewritten again since. */
  judgeRewrite(rewrite: Rewrite, verdict: Verdict): void {
    const { id, name, at } = rewrite;
    if (this.rewrites.get(id) === rewrite) this.rewrites.delete(id);
    if (verdict === 'destroyed') this.#overwritten.set(id, { at, id, name, kind: 'overwrites' });
    if (verdict === 'sound') this.#overwritten.delete(id);
  }

  /** Notes the result for an examined creation. A readable one is forgotten. */
  judgeCreation(creation: Creation, isEncrypted: boolean): void {
    creation.isEncrypted = isEncrypted;
    if (isEncrypted) return;
    this.#inFolder(creation.folderId, ({ created }) => {
      if (created.get(creation.id) === creation) created.delete(creation.id);
    });
  }

  /** The documents that count, each once, the oldest first. */
  signs(): readonly Sign[] {
    const groups = [...this.#renamed.values()].toSorted((one, other) => other.size - one.size);
    const replaced = [...this.#exchanges.values()].flatMap(replacedIn);
    const all = [...(groups[0]?.values() ?? []), ...replaced, ...this.#overwritten.values()];
    const distinct = new Map(all.map((sign) => [sign.id, sign]));
    return [...distinct.values()].toSorted((one, other) => one.at - other.at);
  }
}

/**
 * The deleted documents of a folder for which a new one counts: one whose name is that of the deleted document with an
 * unknown extension appended, or one that looks encrypted.
 */
function replacedIn({ created, deleted }: Exchange): readonly Sign[] {
  const appended = new Set([...created.values()].map(originalName));
  const encrypted = [...created.values()].filter(({ isEncrypted }) => isEncrypted === true);
  const named = [...deleted.values()].filter(({ name }) => appended.has(name));
  const others = [...deleted.values()].filter(({ name }) => !appended.has(name));
  const names = new Set<string | undefined>(named.map(({ name }) => name));
  const unnamed = encrypted.filter((creation) => !names.has(originalName(creation)));
  return [...named, ...others.slice(0, unnamed.length)].map(({ id, name, at }) => ({
    ...{ id, name, at },
    kind: 'replacements',
  }));
}

/** The name without its unknown extension; undefined if it has none. */
function originalName({ name }: Creation): string | undefined {
  const extension = extensionOf(name);
  return isSuspect(extension) ? name.slice(0, -extension.length - 1) : undefined;
}

function countsOf({ created, deleted }: Exchange) {
  return { kept: created.size + deleted.size, pairs: Math.min(created.size, deleted.size) };
}

function dropBefore(kept: Map<number, { readonly at: number }>, time: number): void {
  for (const [id, { at }] of kept) if (at < time) kept.delete(id);
}
