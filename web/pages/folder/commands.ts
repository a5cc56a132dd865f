import type { Entry } from '../../api/records.ts';
import { openDetails } from '../../details/open.ts';
import { navigate } from '../../router.ts';
import { saveArchive, saveDocument } from '../../state/actions/downloads.ts';
import { copy, move, namesOf, remove, type Target } from '../../state/actions/entry-actions.ts';
import { setFavourite } from '../../state/actions/favourites.ts';
import { clipboard } from '../../state/files/clipboard.ts';
import { pathOf } from '../../state/files/entry-path.ts';
import type { Listing } from '../../state/files/listing.ts';
import { may } from '../../state/files/permissions.ts';
import type { Selection } from '../../state/files/selection.ts';
import { sharedEntry } from '../../state/files/shared-entry.ts';

/** A command that needs input from the user first. */
export type Question =
  | { readonly kind: 'new_folder' }
  | { readonly kind: 'rename'; readonly id: number }
  | { readonly kind: 'move' | 'copy'; readonly ids: readonly number[] };

/** The commands of a folder, for keys, buttons and menus alike. */
export class FolderCommands {
  readonly #folder: Target;
  readonly #listing: Listing;
  readonly #selection: Selection;
  readonly #ask: (question: Question | undefined) => void;

  constructor(parts: {
    readonly folder: Target;
    readonly listing: Listing;
    readonly selection: Selection;
    readonly ask: (question: Question | undefined) => void;
  }) {
    this.#folder = parts.folder;
    this.#listing = parts.listing;
    this.#selection = parts.selection;
    this.#ask = parts.ask;
  }

  open(entry: Entry): void {
    navigate(pathOf(entry));
  }

  /** Opens the details of an entry. */
  showDetails({ id }: Entry): void {
    this.#selection.select(id);
    openDetails(true);
  }

  askForFolder(): void {
    this.#ask({ kind: 'new_folder' });
  }

  /** @param entry default: the active one */
  askForName(entry = this.#active()): void {
    if (entry !== undefined && may(entry, 'update') && entry.locked === null)
      this.#ask({ kind: 'rename', id: entry.id });
  }

  /** True if the user may remove part of the selection from the folder, or if not all of it is loaded. */
  get mayRemove(): boolean {
    const { ids } = this.#selection;
    const loaded = this.#listing.loaded().filter(({ id }) => ids.value.has(id));
    return loaded.length < ids.value.size || loaded.some((entry) => may(entry, 'delete'));
  }

  /** @param entry the entry whose menu was used; undefined for the selection */
  askForTarget(kind: 'move' | 'copy', entry?: Entry): void {
    const ids = this.#subjects(entry);
    if (ids.length > 0) this.#ask({ kind, ids });
  }

  /** Moves or copies the entries to the folder that the user chose. */
  async relocate(
    { kind, ids }: Question & { readonly kind: 'move' | 'copy' },
    target: Target,
  ): Promise<void> {
    this.#ask(undefined);
    this.#selection.clear();
    if (kind === 'move') await move(ids, this.#folder.id, target);
    else await copy(ids, target);
  }

  async remove(entry?: Entry): Promise<void> {
    const ids = this.#subjects(entry);
    this.#selection.clear();
    await remove(ids, this.#folder.id);
  }

  clearSelection(): void {
    this.#selection.clear();
  }

  /** Opens the sharing dialog of an entry. */
  share(entry = this.#active()): void {
    if (entry !== undefined && may(entry, 'share')) sharedEntry.value = entry;
  }

  /** Marks the entries as favourites, or removes their marks. */
  mark(entry: Entry, isFavourite: boolean): void {
    const ids = new Set(this.#subjects(entry));
    for (const each of this.#listing.loaded())
      if (ids.has(each.id) && (each.favourite === true) !== isFavourite) void setFavourite(each, isFavourite);
  }

  /** Downloads a single document as it is; several entries, or a folder, as a ZIP file. */
  async download(entry?: Entry): Promise<void> {
    const ids = this.#subjects(entry);
    const [only] = this.#listing.loaded().filter(({ id }) => ids.includes(id));
    if (ids.length === 1 && only?.type === 'file') saveDocument(only);
    else await saveArchive(ids);
  }

  take(action: 'cut' | 'copy', entry?: Entry): boolean {
    const ids = this.#subjects(entry);
    if (ids.length === 0) return false;
    const { id: parentId } = this.#folder;
    clipboard.value = { action, ids, parentId, names: namesOf(parentId, ids) };
    return true;
  }

  async paste(): Promise<void> {
    const taken = clipboard.value;
    if (taken === null) return;
    if (taken.action === 'copy') {
      await copy(taken.ids, this.#folder);
      return;
    }
    clipboard.value = null;
    // Other users may have renamed the entries since they were cut.
    const names = new Map([...taken.names, ...namesOf(taken.parentId, taken.ids)]);
    await move(taken.ids, taken.parentId, this.#folder, { names });
  }

  #active(): Entry | undefined {
    const { value } = this.#selection.active;
    return value === undefined ? undefined : this.#listing.at(this.#listing.indexOf(value));
  }

  #subjects(entry: Entry | undefined): readonly number[] {
    return this.#selection.subjectsOf(entry?.id);
  }
}
