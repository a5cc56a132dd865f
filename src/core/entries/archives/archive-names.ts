import type { Entry } from '../../../model/entries/entry.ts';
import { freeName, nameKey } from '../../../model/entries/names.ts';

/** Allocates unique names within one folder of an archive. */
export class ArchiveNames {
  readonly #taken = new Set<string>();

  /**
   * Replaces backslashes. Windows treats them as separators, so a name could escape the folder that the archive is
   * extracted to.
   */
  nameOf(kind: Entry['kind'], name: string): string {
    const wanted = { kind, name: name.replaceAll('\\', '_') };
    const free = freeName(wanted, (taken) => this.#taken.has(nameKey(taken)));
    this.#taken.add(nameKey(free));
    return free;
  }
}
