import type { Step } from './rules/steps.ts';
import { playInNewWorld } from './world.ts';

const ann = { by: 'ann', shows: true } as const;
const ben = { by: 'ben', shows: true } as const;
const annsMove = { do: 'MOVE', ...ann, overwrite: true } as const;
const bensMove = { do: 'MOVE', ...ben, overwrite: true } as const;
const locking = { do: 'LOCK', depth: '0', scope: 'exclusive', seconds: 1800 } as const;

/** What somebody may do with the folder that he is given, and a few steps that the model once judged otherwise. */
interface Counterexample {
  readonly fact: string;
  readonly bits?: number;
  readonly steps: readonly Step[];
}

/** Shrunk sequences that told the service, at some time or deliberately broken, from the model. */
const COUNTEREXAMPLES: readonly Counterexample[] = [
  {
    fact: 'LOCK makes nothing where another lock stands against the new one',
    steps: [
      { ...locking, ...ann, path: '/d', scope: 'shared', depth: 'infinity' },
      { ...locking, ...ann, path: '/d/new.txt' },
    ],
  },
  {
    fact: 'LOCK makes nothing where the user may not lock it then',
    bits: 5,
    steps: [{ ...locking, ...ben, path: '/team/new.txt' }],
  },
  {
    fact: 'whoever holds a shared lock may move what others have locked beside him',
    bits: 15,
    steps: [
      { ...locking, ...ann, path: '/team', scope: 'shared', depth: 'infinity' },
      { ...locking, ...ben, path: '/team/a.txt', scope: 'shared' },
      { ...annsMove, path: '/team', to: '/d/team' },
    ],
  },
  {
    fact: 'what is left under the temporary name counts for the quota',
    steps: [
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'one' },
    ],
  },
  {
    fact: 'a lock on the temporary name stays there when the document comes back from it',
    steps: [
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
      { ...locking, ...ann, path: '/a.txt~' },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
      { do: 'PUT', ...ann, shows: false, path: '/a.txt~', content: 'three!' },
    ],
  },
  {
    fact: 'a document that was moved on from its temporary name does not come back',
    steps: [
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
      { ...annsMove, path: '/a.txt~', to: '/d/b.txt' },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
    ],
  },
  {
    fact: 'a document that was moved on and away again comes back to its latest name only',
    steps: [
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
      { ...annsMove, path: '/a.txt~', to: '/b.txt' },
      { ...annsMove, path: '/b.txt', to: '/b.txt~' },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
      { do: 'PUT', ...ann, path: '/b.txt', content: 'three!' },
    ],
  },
  {
    fact: 'what is under the temporary name stays there for a user who may create nothing',
    bits: 11,
    steps: [
      { do: 'PUT', ...ann, path: '/team/b.tmp', content: 'two' },
      { ...bensMove, path: '/team/a.txt', to: '/team/a.txt~' },
      { ...bensMove, path: '/team/b.tmp', to: '/team/a.txt' },
    ],
  },
  {
    fact: 'after a quarter of an hour nothing comes back',
    steps: [
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
      { do: 'DELETE', ...ann, path: '/team/a.txt' },
      { do: 'wait', seconds: 960 },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
      { do: 'PUT', ...ann, path: '/team/a.txt', content: 'two' },
    ],
  },
  {
    fact: 'what another has deleted under its temporary name does not come back',
    steps: [
      { ...annsMove, path: '/team/a.txt', to: '/team/a.txt~' },
      { do: 'DELETE', ...ben, path: '/team/a.txt~' },
      { do: 'PUT', ...ann, path: '/team/a.txt', content: 'two' },
    ],
  },
  {
    fact: 'the properties of what takes its place come to those of the document',
    steps: [
      { do: 'PROPPATCH', ...ann, path: '/a.txt', property: 'color', value: 'one' },
      { do: 'PUT', ...ann, path: '/b.tmp', content: 'two' },
      { do: 'PROPPATCH', ...ann, path: '/b.tmp', property: 'shape', value: 'other' },
      { ...annsMove, path: '/b.tmp', to: '/a.txt' },
    ],
  },
  {
    fact: 'a document that moves back to its own name is not its own successor',
    steps: [
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
      { ...annsMove, path: '/a.txt~', to: '/a.txt' },
      { do: 'PUT', ...ann, path: '/a.txt~', content: 'two' },
    ],
  },
  {
    fact: 'a document that was deleted under its temporary name comes back out of the trash',
    steps: [
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
      { ...annsMove, path: '/a.txt', to: '/b.tmp' },
      { do: 'DELETE', ...ann, path: '/b.tmp' },
      { ...locking, ...ann, path: '/a.txt' },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
    ],
  },
  {
    fact: 'a document that came back out of the trash by hand is not revived again',
    steps: [
      { do: 'DELETE', ...ann, path: '/a.txt' },
      { do: 'restore', by: 'ann', nth: 0, toHome: true },
      { do: 'delete', by: 'ann', path: '/a.txt' },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
    ],
  },
  {
    fact: 'nobody revives what another has deleted',
    bits: 31,
    steps: [
      { do: 'DELETE', ...ben, path: '/team/a.txt' },
      { do: 'PUT', ...ann, path: '/team/a.txt', content: 'two' },
      { do: 'delete', by: 'ann', path: '/team/a.txt' },
      { do: 'PUT', ...ben, path: '/team/a.txt', content: 'three!' },
    ],
  },
  {
    fact: 'a document with a history that is moved to the name of a deleted one keeps its own',
    steps: [
      { do: 'PUT', ...ann, path: '/d/b.txt', content: 'one' },
      { do: 'PUT', ...ann, path: '/d/b.txt', content: 'two' },
      { do: 'DELETE', ...ann, path: '/a.txt' },
      { ...annsMove, path: '/d/b.txt', to: '/a.txt' },
    ],
  },
  {
    fact: 'the bytes go along when a document comes back from the home of another',
    bits: 31,
    steps: [
      { do: 'PUT', ...ann, path: '/team/a.txt', content: 'two' },
      { ...bensMove, path: '/team/a.txt', to: '/a.txt~' },
      { do: 'PUT', ...ben, path: '/a.txt', content: 'one' },
      { do: 'COPY', ...ben, path: '/a.txt', to: '/team/a.txt', overwrite: true, depth: '0' },
    ],
  },
  {
    fact: 'a document that is shared by itself comes back to its owner, and what was put aside stays with who saved',
    steps: [
      { ...bensMove, path: '/shared.txt', to: '/shared.txt~' },
      { do: 'PUT', ...ben, path: '/shared.txt', content: 'three!' },
      { do: 'PUT', ...ben, path: '/shared.txt~', content: 'one' },
    ],
  },
  {
    fact: 'a document that is shared by itself is revived for who deleted it',
    steps: [
      { do: 'DELETE', ...ben, path: '/shared.txt' },
      { do: 'PUT', ...ben, path: '/b.tmp', content: 'one' },
      { ...bensMove, path: '/b.tmp', to: '/shared.txt' },
    ],
  },
  {
    fact: 'a folder does not go into itself by way of the mount root either',
    steps: [
      { do: 'move', by: 'ben', path: '/shared.txt', to: '/team' },
      { do: 'COPY', ...ben, path: '/team', to: '/shared.txt', overwrite: true, depth: 'infinity' },
    ],
  },
  {
    fact: 'an empty head between two equal contents leaves the earlier version, and its number, as the head',
    steps: [
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
      { ...locking, ...ann, path: '/a.txt' },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'one' },
    ],
  },
  {
    fact: 'a history under a junk name gets its next version, a document without one is replaced',
    steps: [
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
      { ...annsMove, path: '/a.txt', to: '/b.tmp' },
      { do: 'wait', seconds: 960 },
      { do: 'PUT', ...ann, path: '/b.tmp', content: 'three!' },
      { do: 'PUT', ...ann, path: '/d/b.tmp', content: 'one' },
      { do: 'PUT', ...ann, path: '/d/b.tmp', content: 'two' },
    ],
  },
  {
    fact: 'what a move replaces at a temporary name is kept if it has a history, and its lock holds what came',
    steps: [
      { do: 'PUT', ...ann, path: '/0A1B2C3D', content: 'one' },
      { do: 'PUT', ...ann, path: '/0A1B2C3D', content: 'two' },
      { ...locking, ...ann, path: '/0A1B2C3D' },
      { ...annsMove, path: '/a.txt', to: '/0A1B2C3D' },
      { do: 'PUT', ...ann, shows: false, path: '/0A1B2C3D', content: 'three!' },
    ],
  },
  {
    fact: 'an empty document at a temporary name is deleted for good by a move onto it, however old it is',
    steps: [
      { ...locking, ...ann, path: '/a.txt~', seconds: 100 },
      { do: 'wait', seconds: 960 },
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
    ],
  },
  {
    fact: 'the only copy of a content goes to the trash, whatever its name',
    steps: [
      { ...annsMove, path: '/a.txt', to: '/a.txt~' },
      { do: 'PUT', ...ann, path: '/a.txt', content: 'two' },
      { do: 'delete', by: 'ann', path: '/a.txt' },
      { do: 'delete', by: 'ann', path: '/team/a.txt' },
      { do: 'DELETE', ...ann, path: '/a.txt~' },
    ],
  },
  {
    fact: 'two spellings of a letter are one name, and the first stays',
    steps: [
      { do: 'PUT', ...ann, path: '/\u00e9', content: 'one' },
      { do: 'PUT', ...ann, path: '/e\u0301', content: 'two' },
      { ...annsMove, path: '/\u00e9', to: '/e\u0301' },
      { do: 'make folder', by: 'ann', path: '/', name: '\u00e9' },
    ],
  },
];

describe('counterexamples, shrunk', () => {
  for (const { fact, bits = 15, steps } of COUNTEREXAMPLES) {
    it(fact, () => playInNewWorld(bits, steps));
  }
});
