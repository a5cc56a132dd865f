import { freeName } from '../../../src/model/entries/names.ts';
import { isTaken, type Operation, type State, statesDuring } from '../model.ts';

/** A move or a copy. */
export type Relocation = Extract<Operation, { kind: 'move' | 'copy' }>;

/** The last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** The path of the folder of an entry; '' is the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
/** The path of a name in a folder. */
export const pathIn = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** The paths of the entries directly in a folder. */
export function pathsIn({ documents, folders }: State, folder: string): string[] {
  return [...documents.keys(), ...folders].filter((path) => folderOf(path) === folder);
}

/** Moves or copies of entries to a folder, in turn; a name that is taken there gets a number. */
export function relocations(
  state: State,
  { kind, paths, folder }: { kind: 'move' | 'copy'; paths: readonly string[]; folder: string },
): Relocation[] {
  const made: Relocation[] = [];
  for (const path of paths) {
    const now = statesDuring(state, made).at(-1) ?? state;
    const entry = { name: nameOf(path), kind: state.folders.has(path) ? 'folder' : 'file' } as const;
    const name = freeName(entry, (candidate) => isTaken(now, pathIn(folder, candidate)));
    made.push({ kind, path, to: pathIn(folder, name) });
  }
  return made;
}

/**
 * The undo of moves: the entries move back under their present names, then get their old names.
 * @param state before the moves
 * @returns undefined if a present name is taken in the old folder
 */
export function movedBack(
  state: State,
  moves: readonly Relocation[],
): { moves: Relocation[]; renames: Relocation[] } | undefined {
  const returned = moves.map(({ path, to }) => ({ path, to, back: pathIn(folderOf(path), nameOf(to)) }));
  if (returned.some(({ path, back }) => back !== path && isTaken(state, back))) return undefined;
  const renamed = returned.filter(({ path, back }) => back !== path);
  return {
    moves: returned.map(({ to, back }) => ({ kind: 'move', path: to, to: back })),
    renames: renamed.map(({ path, back }) => ({ kind: 'move', path: back, to: path })),
  };
}
