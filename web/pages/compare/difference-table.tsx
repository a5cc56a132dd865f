import { useState } from 'preact/hooks';
import { Button } from '../../parts/forms/button.tsx';
import { t } from '../../text/text.ts';
import type { Differences, Line, Row, Section } from './differences.ts';

/** Number of rows shown initially, and added per click. */
const ROWS = 1000;

interface DifferenceTableProps {
  readonly differences: Differences;
  readonly isSideBySide: boolean;
  /** Names of the two texts. */
  readonly older: string;
  readonly newer: string;
}

/** Two texts with their differences marked, side by side or unified. */
export function DifferenceTable({ differences, isSideBySide, older, newer }: DifferenceTableProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [most, setMost] = useState(ROWS);
  const texts = t().document;
  const columns = isSideBySide ? 4 : 3;
  let left = most;
  return (
    <>
      <table class={`differences ${isSideBySide ? 'side' : 'unified'}`}>
        <colgroup>
          <col class="numbers" />
          <col class={isSideBySide ? '' : 'numbers'} />
          {isSideBySide && <col class="numbers" />}
          <col />
        </colgroup>
        <thead class="visually-hidden">
          <tr>
            <th scope="col" colSpan={isSideBySide ? 2 : 1}>
              {older}
            </th>
            <th scope="col" colSpan={2}>
              {newer}
            </th>
          </tr>
        </thead>
        {differences.sections.map((section, index) => {
          if (left <= 0) return null;
          const isHidden = section.isLong && !opened.has(index);
          const rows = isHidden ? [] : section.rows.slice(0, left);
          left -= isHidden ? 1 : rows.length;
          return (
            <tbody key={index}>
              {isHidden && (
                <tr class="hidden-lines">
                  <td colSpan={columns}>
                    <button type="button" class="link" onClick={() => setOpened(new Set([...opened, index]))}>
                      {texts.unchanged(section.rows.length)}
                    </button>
                  </td>
                </tr>
              )}
              {isSideBySide ? rows.map(sideRow) : unifiedRows(section, rows)}
            </tbody>
          );
        })}
      </table>
      {left <= 0 && <Button onClick={() => setMost(most + ROWS)}>{texts.moreLines}</Button>}
    </>
  );
}

function sideRow(row: Row) {
  return (
    <tr key={keyOf(row)} class={row.kind}>
      {cells(row.older, row.kind === 'changed' ? 'removed' : 'same')}
      {cells(row.newer, row.kind === 'changed' ? 'added' : 'same')}
    </tr>
  );
}

/** Within a change, removed lines precede added ones. */
function unifiedRows({ kind }: Section, rows: readonly Row[]) {
  if (kind === 'same')
    return rows.map((row) => (
      <tr key={keyOf(row)} class="same">
        <th scope="row">{row.older?.number}</th>
        {cells(row.newer, 'same')}
      </tr>
    ));
  const removed = rows.flatMap(({ older }) => older ?? []);
  const added = rows.flatMap(({ newer }) => newer ?? []);
  return [
    ...removed.map((line) => (
      <tr key={`-${String(line.number)}`} class="changed">
        <th scope="row">{line.number}</th>
        <td />
        <Content line={line} kind="removed" />
      </tr>
    )),
    ...added.map((line) => (
      <tr key={`+${String(line.number)}`} class="changed">
        <td />
        <th scope="row">{line.number}</th>
        <Content line={line} kind="added" />
      </tr>
    )),
  ];
}

function keyOf({ older, newer }: Row): string {
  return `${String(older?.number)} ${String(newer?.number)}`;
}

type Kind = 'same' | 'removed' | 'added';

function cells(line: Line | undefined, kind: Kind) {
  return (
    <>
      {line === undefined ? <td /> : <th scope="row">{line.number}</th>}
      {line === undefined ? <td class="none" /> : <Content line={line} kind={kind} />}
    </>
  );
}

function Content({ line, kind }: { readonly line: Line; readonly kind: Kind }) {
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <td class={kind}>
      {line.pieces.map(({ text, isChanged }, index) => (isChanged ? <Mark key={index}>{text}</Mark> : text))}
    </td>
  );
}
