import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** Line and column, both counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** A mutant and its result. */
export interface Mutant {
  readonly fileName: string;
  readonly replacement: string;
  readonly status: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

const LIST = 'scripts/mutation/equivalent-mutants.yaml';
const listSchema = z.record(
  z.string(),
  z.array(z.strictObject({ from: z.string(), to: z.string(), because: z.string() })),
);
/** Equivalent mutants, which no test can detect, by file. */
export const list = listSchema.parse(parse(readFileSync(LIST, 'utf8')) ?? {});

/** The first line of code that the mutant changes, before and after. */
function linesOf({ fileName, location: { start, end }, replacement }: Mutant): { from: string; to: string } {
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const from = lines[start.line - 1] ?? '';
  const after = (lines[end.line - 1] ?? '').slice(end.column - 1);
  const to = `${from.slice(0, start.column - 1)}${replacement}${after}`.split('\n')[0] ?? '';
  return { from: from.trim(), to: to.trim() };
}

/** @returns whether the list contains this mutant as equivalent */
function isEqual(mutant: Mutant): boolean {
  const { from, to } = linesOf(mutant);
  const listed = list[relative('.', mutant.fileName)] ?? [];
  return listed.some((other) => other.from === from && other.to === to);
}

const isUnnoticed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';

/** @returns a readable report of the mutants that no test detects and that are not equivalent */
export function survivors(mutants: readonly Mutant[]): string {
  return mutants
    .filter((mutant) => isUnnoticed(mutant) && !isEqual(mutant))
    .map((mutant) => {
      const { from, to } = linesOf(mutant);
      const place = `${relative('.', mutant.fileName)}:${mutant.location.start.line}`;
      return `${place} ${mutant.status}\n  - ${from}\n  + ${to}\n`;
    })
    .join('');
}

/** @returns a table row: folder, mutants, killed, timed out, survived, equal, score */
export function tableRow(name: string, mutants: readonly Mutant[]): string {
  const count = (status: string) => mutants.filter((mutant) => mutant.status === status).length;
  const unnoticed = mutants.filter(isUnnoticed);
  const equal = unnoticed.filter(isEqual).length;
  const noticed = count('Killed') + count('Timeout');
  const survived = unnoticed.length - equal;
  const score = (100 * noticed) / (noticed + survived);
  const cells = [
    name,
    noticed + unnoticed.length,
    count('Killed'),
    count('Timeout'),
    survived,
    equal,
    score.toFixed(1),
  ];
  return `| ${cells.join(' | ')} % |\n`;
}
