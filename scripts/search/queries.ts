import type { SearchFilter } from '../../src/core/browse/search.ts';
import type { Language } from './language.ts';

/** A measured search. */
export interface MeasuredQuery {
  readonly title: string;
  readonly q: string;
  readonly filter?: SearchFilter;
}

/** Twenty searches of different kinds. */
export function queriesIn(language: Language): MeasuredQuery[] {
  const word = (rank: number): string => language.word(rank);
  const beginning = (rank: number, letters: number): string =>
    `${Array.from(word(rank)).slice(0, letters).join('')}*`;
  return [
    { title: 'most frequent word', q: word(0) },
    { title: 'frequent word', q: word(9) },
    { title: 'two frequent words', q: `${word(0)} ${word(1)}` },
    { title: 'four frequent words', q: `${word(2)} ${word(3)} ${word(4)} ${word(5)}` },
    { title: 'word of some documents', q: word(3000) },
    { title: 'rare word', q: word(50_000) },
    { title: 'frequent and rare word', q: `${word(0)} ${word(40_000)}` },
    { title: 'beginning of 2 letters', q: beginning(300, 2) },
    { title: 'beginning of 3 letters', q: beginning(301, 3) },
    { title: 'beginning of 5 letters', q: beginning(2002, 5) },
    { title: 'three beginnings', q: [400, 401, 402].map((rank) => beginning(rank, 2)).join(' ') },
    { title: 'phrase of frequent words', q: `"${word(0)} ${word(1)}"` },
    { title: 'phrase of rare words', q: `"${word(2000)} ${word(3000)}"` },
    { title: 'one without another', q: `${word(0)} -${word(1)}` },
    { title: 'word without beginning', q: `${word(7)} -${beginning(300, 2)}` },
    { title: 'part of names', q: 'chnun' },
    { title: 'word of names', q: 'Rechnung Müller' },
    { title: 'frequent word, PDF of 1 KiB', q: word(0), filter: { extensions: ['pdf'], smaller: 1024 } },
    { title: 'filter alone', q: '', filter: { kind: 'file', mimeTypes: ['image/*'] } },
    { title: 'nothing found', q: `${word(0)} nosuchword` },
  ];
}
