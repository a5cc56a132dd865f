import fc from 'fast-check';
import { LOGINS, type Login } from './entries.ts';

interface By {
  readonly by: Login;
}

/** A step over WebDAV. `shows`: the request submits the tokens of all locks of its user. */
interface OverDav extends By {
  readonly path: string;
  readonly shows: boolean;
}

/** A step over REST. Paths stand for the ids of existing entries. */
interface OverRest extends By {
  readonly path: string;
}

export type DavStep =
  | (OverDav & { readonly do: 'PUT'; readonly content: string; readonly only?: 'new' | 'existing' })
  | (OverDav & { readonly do: 'MKCOL' })
  | (OverDav & { readonly do: 'DELETE' })
  | (OverDav & { readonly do: 'MOVE'; readonly to: string; readonly overwrite: boolean })
  | (OverDav & {
      readonly do: 'COPY';
      readonly to: string;
      readonly overwrite: boolean;
      readonly depth: '0' | 'infinity';
    })
  | (OverDav & {
      readonly do: 'LOCK';
      readonly scope: 'exclusive' | 'shared';
      readonly depth: '0' | 'infinity';
      readonly seconds: number;
    })
  /** `lock` is an index into the existing locks. */
  | (OverDav & { readonly do: 'UNLOCK'; readonly lock: number })
  | (OverDav & {
      readonly do: 'PROPPATCH';
      readonly property: 'color' | 'shape';
      readonly value: string | null;
    });

export type RestStep =
  | (OverRest & { readonly do: 'upload'; readonly name: string; readonly content: string })
  | (OverRest & { readonly do: 'make folder'; readonly name: string })
  | (OverRest & { readonly do: 'rename'; readonly name: string })
  | (OverRest & { readonly do: 'move'; readonly to: string })
  | (OverRest & { readonly do: 'copy'; readonly to: string; readonly name: string })
  | (OverRest & { readonly do: 'delete' })
  | (OverRest & { readonly do: 'describe'; readonly title?: string; readonly comments?: string })
  | (OverRest & { readonly do: 'restore version' | 'delete version'; readonly number: number })
  /** `nth` entry that the user sees in the trash. */
  | (By & { readonly do: 'restore'; readonly nth: number; readonly toHome: boolean })
  | (By & { readonly do: 'purge'; readonly nth: number });

export type Step = DavStep | RestStep | { readonly do: 'wait'; readonly seconds: number };

/** The same letter in composed and decomposed form. */
const COMPOSED = '\u00e9';
const DECOMPOSED = 'e\u0301';
const SAFE_SAVE = 'a.txt.sb-1a2b3c4d-XyZ12a';

const NAMES = [
  'a.txt',
  'a.txt~',
  'b.tmp',
  '0A1B2C3D',
  '.DS_Store',
  COMPOSED,
  DECOMPOSED,
  '50 #%',
  'd',
  SAFE_SAVE,
];

const FOLDERS = ['/', '/d', '/team', '/team/d'];

const name = fc.constantFrom(...NAMES);

/** A small set of frequent paths, so that many steps affect the same entries. */
const path = fc.oneof(
  { weight: 5, arbitrary: fc.constant('/a.txt') },
  { weight: 5, arbitrary: fc.constantFrom('/a.txt~', '/b.tmp', '/0A1B2C3D') },
  { weight: 3, arbitrary: fc.constantFrom('/team/a.txt', '/team/a.txt~', '/shared.txt') },
  { weight: 1, arbitrary: fc.constantFrom(...FOLDERS.slice(1), `/${SAFE_SAVE}`, `/${SAFE_SAVE}/a.txt`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...FOLDERS), name)
      .map(([folder, last]) => `${folder === '/' ? '' : folder}/${last}`),
  },
);

const by = fc.oneof(
  { weight: 3, arbitrary: fc.constant(LOGINS[0]) },
  { weight: 1, arbitrary: fc.constant(LOGINS[1]) },
);
const shows = fc.oneof(
  { weight: 3, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);
const content = fc.constantFrom('one', 'two', 'three!', '');
const overwrite = fc.oneof(
  { weight: 5, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);
const depth = fc.constantFrom('infinity' as const, '0' as const);
const dav = { by, path, shows };
const rest = { by, path };
const folder = fc.constantFrom(...FOLDERS);

const ARBITRARIES: readonly { weight: number; arbitrary: fc.Arbitrary<Step> }[] = [
  { weight: 10, arbitrary: fc.record({ do: fc.constant('PUT' as const), ...dav, content }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('PUT' as const),
      ...dav,
      content,
      only: fc.constantFrom('new' as const, 'existing' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('MKCOL' as const), ...dav }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('DELETE' as const), ...dav }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('MOVE' as const), ...dav, to: path, overwrite }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('COPY' as const), ...dav, to: path, overwrite, depth }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('LOCK' as const),
      ...dav,
      scope: fc.constantFrom('exclusive' as const, 'shared' as const),
      depth,
      seconds: fc.constantFrom(100, 1800),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('UNLOCK' as const), ...dav, lock: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('PROPPATCH' as const),
      ...dav,
      property: fc.constantFrom('color' as const, 'shape' as const),
      value: fc.constantFrom('one', 'other', null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('upload' as const), by, path: folder, name, content }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('make folder' as const), by, path: folder, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), ...rest, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), ...rest, to: folder }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy' as const), ...rest, to: folder, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), ...rest }) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        do: fc.constant('describe' as const),
        ...rest,
        title: fc.constantFrom('A title'),
        comments: fc.constantFrom('Some words', ''),
      },
      { requiredKeys: ['do', 'by', 'path', 'comments'] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('restore version' as const, 'delete version' as const),
      ...rest,
      number: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('restore' as const), by, nth: fc.nat(5), toHome: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const), by, nth: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(61, 960) }),
  },
];

const step = fc.oneof(...ARBITRARIES);

/** A program saves a document: the original is moved away or deleted, and the written file takes its place. */
interface Save extends By {
  readonly document: string;
  readonly content: string;
  readonly away: 'MOVE' | 'DELETE';
  readonly aside: string;
  readonly back: 'PUT' | 'LOCK' | 'MOVE' | 'COPY';
  readonly written: string;
  /** A step in between, by any user, or by the same user on the entry that was put aside. */
  readonly between: Step | 'LOCK' | 'MOVE' | 'PUT' | 'DELETE' | null;
}

const saves: fc.Arbitrary<Save> = fc.record({
  by,
  document: fc.constantFrom('/a.txt', '/team/a.txt', '/shared.txt'),
  content,
  away: fc.constantFrom('MOVE', 'DELETE'),
  aside: fc.constantFrom('a.txt~', 'b.tmp', '0A1B2C3D'),
  back: fc.constantFrom('PUT', 'LOCK', 'MOVE', 'COPY'),
  written: fc.constantFrom('b.tmp', 'new.txt', 'a.txt~'),
  between: fc.oneof(step, fc.constantFrom('LOCK', 'MOVE', 'PUT', 'DELETE', null)),
});

function stepsOf(save: Save): Step[] {
  const { document, content: next, away, back } = save;
  const above = document.slice(0, document.lastIndexOf('/'));
  const asked = { by: save.by, shows: true };
  const move = { ...asked, overwrite: true };
  const lock = { do: 'LOCK', ...asked, scope: 'exclusive', depth: '0', seconds: 1800 } as const;
  const aside = `${above}/${save.aside}`;
  const written = `${above}/${save.written}`;
  const meddling = {
    LOCK: { ...lock, path: aside },
    MOVE: { do: 'MOVE', ...move, path: aside, to: `${above}/d.txt` },
    PUT: { do: 'PUT', ...asked, path: aside, content: `${next}!` },
    DELETE: { do: 'DELETE', ...asked, path: aside },
  } as const;
  const between = typeof save.between === 'string' ? meddling[save.between] : save.between;
  const leave: Step =
    away === 'MOVE'
      ? { do: away, ...move, path: document, to: aside }
      : { do: away, ...asked, path: document };
  const left = between === null ? [leave] : [leave, between];
  const filled: Step = { do: 'PUT', ...asked, path: document, content: next };
  if (back === 'PUT') return [...left, filled];
  if (back === 'LOCK') return [...left, { ...lock, path: document }, filled];
  const come = { ...move, path: written, to: document };
  return [
    { ...filled, path: written },
    ...left,
    back === 'MOVE' ? { do: back, ...come } : { do: back, ...come, depth: '0' },
  ];
}

/** Sequential steps of two users, over both interfaces. */
export const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: step.map((one) => [one]) },
      { weight: 1, arbitrary: saves.map(stepsOf) },
    ),
    { minLength: 1, maxLength: 30, size: 'max' },
  )
  .map((parts) => parts.flat());
