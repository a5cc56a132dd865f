import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';

/** Timeout of the line comparison; afterwards the whole text is shown as replaced. */
const TIMEOUT_MS = 3000;
/** Maximum number of edits within a line; a line with more is shown as replaced. */
const MAX_EDITS = 400;
/** Unchanged context lines around a change. */
const AROUND = 3;

/** A piece of a line. */
interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** A line of one of the texts. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly pieces: readonly Piece[];
}

/** A row of the comparison: a line of the older text and one of the newer; undefined where a side has none. */
export interface Row {
  readonly kind: 'same' | 'changed';
  readonly older: Line | undefined;
  readonly newer: Line | undefined;
}

/** Consecutive rows of one kind. A long `same` section is collapsed initially. */
export interface Section {
  readonly kind: 'same' | 'changed';
  readonly isLong: boolean;
  readonly rows: readonly Row[];
}

/** The differences of two texts. */
export interface Differences {
  readonly sections: readonly Section[];
  readonly removed: number;
  readonly added: number;
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function plain(text: string, isChanged: boolean): Piece[] {
  return [{ text, isChanged }];
}

/** Compares two lines word by word and returns the pieces of each. */
function piecesOf(older: string, newer: string): { older: Piece[]; newer: Piece[] } {
  // Undefined if there are more edits than `maxEditLength`.
  const parts: readonly ChangeObject<string>[] | undefined = diffWordsWithSpace(older, newer, {
    maxEditLength: MAX_EDITS,
  });
  if (parts === undefined || !parts.some(({ added, removed }) => !added && !removed))
    return { older: plain(older, true), newer: plain(newer, true) };
  return {
    older: parts.flatMap(({ value, added, removed }) => (added ? [] : plain(value, removed))),
    newer: parts.flatMap(({ value, added, removed }) => (removed ? [] : plain(value, added))),
  };
}

/** Rows of a replaced block of lines, paired in order. */
function changedRows(
  older: readonly string[],
  newer: readonly string[],
  at: { older: number; newer: number },
): Row[] {
  return Array.from({ length: Math.max(older.length, newer.length) }, (_, index) => {
    const before = older[index];
    const after = newer[index];
    const pieces =
      before !== undefined && after !== undefined
        ? piecesOf(before, after)
        : { older: plain(before ?? '', true), newer: plain(after ?? '', true) };
    return {
      kind: 'changed',
      older: before === undefined ? undefined : { number: at.older + index, pieces: pieces.older },
      newer: after === undefined ? undefined : { number: at.newer + index, pieces: pieces.newer },
    };
  });
}

/** Splits unchanged rows into the context of the neighbouring changes and the collapsed part between. */
function sameSections(rows: readonly Row[], isFirst: boolean, isLast: boolean): Section[] {
  const before = isFirst ? 0 : AROUND;
  const after = isLast ? 0 : AROUND;
  // A single line takes no more space than the button that would replace it.
  if (rows.length <= before + after + 1) return [{ kind: 'same', isLong: false, rows }];
  const end = rows.length - after;
  return [
    { kind: 'same', isLong: false, rows: rows.slice(0, before) },
    { kind: 'same', isLong: true, rows: rows.slice(before, end) },
    { kind: 'same', isLong: false, rows: rows.slice(end) },
  ];
}

/** A run of lines that are the same in both texts, or that replaced each other. */
interface Run {
  readonly older: readonly string[];
  readonly newer: readonly string[];
  readonly isSame: boolean;
}

function runsOf(parts: readonly ChangeObject<string>[]): Run[] {
  const runs: Run[] = [];
  for (const { value, added, removed } of parts) {
    const lines = linesOf(value);
    const last = runs.at(-1);
    if (!added && !removed) runs.push({ older: lines, newer: lines, isSame: true });
    else if (last !== undefined && !last.isSame)
      runs[runs.length - 1] = {
        older: removed ? [...last.older, ...lines] : last.older,
        newer: added ? [...last.newer, ...lines] : last.newer,
        isSame: false,
      };
    else runs.push({ older: removed ? lines : [], newer: added ? lines : [], isSame: false });
  }
  return runs;
}

function partsOf(older: string, newer: string): Promise<readonly ChangeObject<string>[]> {
  return new Promise((resolve) => {
    diffLines(older, newer, {
      stripTrailingCr: true,
      ignoreNewlineAtEof: true,
      timeout: TIMEOUT_MS,
      // The callback makes the comparison asynchronous, so the page stays responsive.
      callback: (parts: ChangeObject<string>[] | undefined) =>
        resolve(
          parts ?? [
            { value: older, removed: true, added: false, count: 1 },
            { value: newer, removed: false, added: true, count: 1 },
          ],
        ),
    });
  });
}

/** Compares two texts by line, and replaced lines by word. */
export async function compareTexts(older: string, newer: string): Promise<Differences> {
  const runs = runsOf(await partsOf(older, newer));
  const at = { older: 1, newer: 1 };
  const sections: Section[] = [];
  let removed = 0;
  let added = 0;
  for (const [index, run] of runs.entries()) {
    if (run.isSame) {
      const rows = run.older.map((text, offset): Row => {
        const pieces = plain(text, false);
        return {
          kind: 'same',
          older: { number: at.older + offset, pieces },
          newer: { number: at.newer + offset, pieces },
        };
      });
      sections.push(...sameSections(rows, index === 0, index === runs.length - 1));
    } else {
      sections.push({ kind: 'changed', isLong: false, rows: changedRows(run.older, run.newer, at) });
      removed += run.older.length;
      added += run.newer.length;
    }
    at.older += run.older.length;
    at.newer += run.newer.length;
  }
  return { sections: sections.filter(({ rows }) => rows.length > 0), removed, added };
}
