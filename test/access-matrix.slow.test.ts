import assert from 'node:assert/strict';
import { DmsError, type ErrorCode } from '../src/model/errors/errors.ts';
import { type MatrixFixture, MatrixFixtures } from './support/access/matrix-fixture.ts';
import type { Operation } from './support/access/matrix-operation.ts';
import { operations } from './support/access/matrix-operations.ts';
import { type Face, type Visitor, visitors } from './support/access/matrix-visitors.ts';

/*
 * Who may do what: each cell is asked of the core, over REST and over WebDAV, where they offer it.
 *
 * The document lies in a folder of `owner`, which is shared with
 *   reader (read) · editor (read, update) · creator (read, create) · deleter (read, delete) · sharer (read, share)
 *   disabled (everything; the account is disabled)
 *   the group `editors` (read, update) with `member`
 * They may not read the folder in which it lies, so they rename it at their mount roots only.
 * Where something is locked, it is `editor` who holds the lock.
 * `stranger` has a home of his own and no share; `admin` administers. `t:…` is a token of this one scope: the owner's,
 * for `admin` an administrator's.
 *
 *   ok   done
 *   401  nobody is signed in
 *   403  what he may read but may not do this with, or what his token is no good for
 *   404  what he may not read: it does not exist for him. Never 403. Where the request only names a folder in which
 *        something is to come to be, that is a wrong value: 422 over REST, 409 over WebDAV
 *
 * A token is good for its own face only: without scope `webdav` all is 403 over WebDAV, with nothing but it over REST.
 */
const MATRIX = `
                              guest  owner  reader editor creator deleter sharer stranger admin  disabled member t:read t:write t:webdav t:admin
  read document               401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  read metadata               401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  download                    401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  list versions               401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  download version            401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  read properties             401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  read folder                 401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  find by path                401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  list folder                 401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  list folder at a time       401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  search folder               401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  find conflicts              401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  mark as a favourite         401    ok     ok     ok     ok      ok      ok     404      404    401    ok       403    ok      ok       403
  note an opening             401    ok     ok     ok     ok      ok      ok     404      404    401    ok       403    ok      ok       403
  list recent                 401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  list favourites             401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  read its activity           401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  make archive                401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  make archive of own         401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  list drive at a time        401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  list members at a time      401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  download at a time          401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403
  make archive at a time      401    ok     ok     ok     ok      ok      ok     404      404    401    ok       ok     403     ok       403

  put new version             401    ok     403    ok     403     403     403    404      404    401    ok       403    ok      ok       403
  rename document             401    ok     403    ok     403     403     403    404      404    401    ok       403    ok      ok       403
  rename folder               401    ok     403    403    403     403     403    404      404    401    403      403    ok      ok       403
  rename at the mount root    401    ok     403    ok     403     403     403    404      404    401    ok       403    403     ok       403
  set title                   401    ok     403    ok     403     403     403    404      404    401    ok       403    ok      ok       403
  set property                401    ok     403    ok     403     403     403    404      404    401    ok       403    ok      ok       403
  set time                    401    ok     403    ok     403     403     403    404      404    401    ok       403    ok      ok       403
  lock                        401    ok     403    ok     403     403     403    404      404    401    ok       403    ok      ok       403
  break lock of document      401    ok     403    ok     403     403     403    404      404    401    403      403    ok      ok       403
  break lock of folder        401    ok     403    ok     403     403     403    404      404    401    403      403    ok      ok       403
  make edit address           401    ok     403    ok     403    403    403    404    404    401    ok     403    403    ok     403
  comment on version          401    ok     403    ok     403     403     403    404      404    401    ok       403    ok      ok       403
  restore version             401    ok     403    ok     403     403     403    404      404    401    ok       403    ok      ok       403
  delete version              401    ok     403    403    403     ok      403    404      404    401    403      403    ok      ok       403

  share                       401    ok     403    403    403     403     ok     404      404    401    403      403    ok      ok       403
  unshare                     401    ok     403    403    403     403     ok     404      404    401    403      403    ok      ok       403
  change share                401    ok     403    403    403     403     ok     404      404    401    403      403    ok      ok       403
  read share                  401    ok     403    403    403     403     ok     404      404    401    403      ok     403     ok       403
  end share of reader         401    ok     ok     403    403     403     ok     404      404    401    403      403    ok      ok       403
  list shares                 401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  make link                   401    ok     403    403    403     403     ok     404      404    401    403      403    ok      ok       403
  make link to collect files  401    ok     403    403    403    403    403    404    404    401    403    403    ok     ok     403
  change link                 401    ok     404    404    404     404     403    404      403    401    404      403    ok      ok       403
  send link                   401    ok     404    404    404    404    403    404    403    401    404    403    ok     ok     403
  delete link                 401    ok     404    404    404     404     ok     404      ok     401    404      403    ok      ok       403
  read link                   401    ok     404    404    404     404     ok     404      ok     401    404      ok     403     ok       403
  read uses of link           401    ok     404    404    404     404     ok     404      ok     401    404      ok     403     ok       403
  list links                  401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  list links of everyone      401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  list uploads                401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403

  create document             401    ok     403    403    ok      403     403    404      404    401    403      403    ok      ok       403
  create in a new folder      401    ok     403    403    ok      403     403    404      404    401    403      403    ok      ok       403
  begin upload                401    ok     403    403    ok      403     403    404      404    401    403      403    ok      ok       403
  create folder               401    ok     403    403    ok      403     403    404      404    401    403      403    ok      ok       403
  move in                     401    ok     403    403    ok      403     403    404      404    401    403      403    ok      ok       403
  copy in                     401    ok     403    403    ok      403     403    404      404    401    403      403    ok      ok       403
  move out                    401    ok     403    403    403     ok      403    404      404    401    403      403    ok      ok       403
  copy out                    401    ok     ok     ok     ok      ok      ok     404      404    401    ok       403    ok      ok       403
  delete document             401    ok     403    403    403     ok      403    404      404    401    403      403    ok      ok       403
  delete folder               401    ok     403    403    403     ok      403    404      404    401    403      403    ok      ok       403

  move out in a batch                     401   ok    403   403   403   ok    403   404   404   401    403   403   ok    ok    403
  copy out in a batch                     401   ok    ok    ok    ok    ok    ok    404   404   401    ok    403   ok    ok    403
  copy in in a batch                      401   ok    403   403   ok    403   403   404   404   401    403   403   ok    ok    403
  delete in a batch                       401   ok    403   403   403   ok    403   404   404   401    403   403   ok    ok    403
  restore in a batch, deleted by deleter  401   ok    404   404   404   403   404   404   404   401    404   403   ok    ok    403
  purge in a batch, deleted by deleter    401   ok    404   404   404   403   404   404   404   401    404   403   ok    ok    403
  delete the own in a batch               401   ok    ok    ok    ok    ok    ok    ok    ok    401    ok    403   ok    ok    403

  list trash                  401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  empty trash                 401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       403    ok      ok       403
  restore, deleted by owner   401    ok     404    404    404     404     404    404      404    401    404      403    ok      ok       403
  restore, deleted by deleter 401    ok     404    404    404     403     404    404      404    401    404      403    ok      ok       403
  purge, deleted by owner     401    ok     404    404    404     404     404    404      404    401    404      403    ok      ok       403
  purge, deleted by deleter   401    ok     404    404    404     403     404    404      404    401    404      403    ok      ok       403

  read office folder          401    404    404    404    404     404     404    404      ok     401    404      404    403     404      403
  create in office folder     401    404    404    404    404     404     404    404      ok     401    404      403    404     404      403
  make office folder          401    403    403    403    403     403     403    403      ok     401    403      403    403     403      403
  break lock of office folder 401    404    404    ok     404     404     404    404      ok     401    404      403    404     404      403
  see all locks               403    403    403    403    403     403     403    403      403    401    403      403    403     403      403
  list locks                  401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  end lock of anybody         401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  list office folders         401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  read status                 401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  read backups                401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  start backup                401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  list incidents              401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  lift incident               401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  list activity               401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  list users                  401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  create user                 401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok

  list groups                 401    ok     ok     ok     ok      ok      ok     ok       ok     401      ok     ok     403     ok       ok
  find groups                 401    ok     ok     ok     ok      ok      ok     ok       ok     401      ok     ok     403     ok       403
  read group                  401    404    404    404    404     404     404    404      ok     401      ok     404    403     404      ok
  list members                401    404    404    404    404     404     404    404      ok     401      ok     404    403     404      ok
  create group                401    403    403    403    403     403     403    403      ok     401      403    403    403     403      ok
  rename group                401    403    403    403    403     403     403    403      ok     401      403    403    403     403      ok
  delete group                401    403    403    403    403     403     403    403      ok     401      403    403    403     403      ok
  add member                  401    403    403    403    403     403     403    403      ok     401      403    403    403     403      ok
  remove member               401    403    403    403    403     403     403    403      ok     401      403    403    403     403      ok

  read account                401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  find people                 401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  rename account              401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       403    ok      ok       403
  list sessions               401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  list tokens                 401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       ok     403     ok       403
  make token                  401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       403    ok      ok       403
  begin second factor         401    ok     ok     ok     ok      ok      ok     ok       ok     401    ok       403    ok      ok       403
  switch off second factor    401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  invite user                 401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
  end sessions of user        401    403    403    403    403     403     403    403      ok     401    403      403    403     403      ok
`;

/** Each allowed change enlarges the office, and after each request all of it is compared. */
const ROWS_OF_OFFICE = 8;

const OUTCOMES = new Map([
  ['ok', 'ok'],
  ['401', 'unauthenticated'],
  ['403', 'forbidden'],
  ['404', 'not_found'],
] as const);
type Outcome = 'ok' | 'unauthenticated' | 'forbidden' | 'not_found';

/** How each face says it; `named`: of a folder in which something was to come to be. */
const SAID = {
  core: {
    unauthenticated: 'unauthenticated',
    forbidden: 'forbidden',
    not_found: 'not_found',
    named: 'invalid',
  },
  REST: { unauthenticated: 401, forbidden: 403, not_found: 404, named: 422 },
  WebDAV: { unauthenticated: 401, forbidden: 403, not_found: 404, named: 409 },
} as const satisfies Record<Face, Record<string, ErrorCode | number>>;

interface Row {
  readonly name: string;
  readonly operation: Operation;
  /** By the visitor's name. */
  readonly cells: ReadonlyMap<string, Outcome>;
}

function outcomeOf(word: string): Outcome {
  const outcome = new Map<string, Outcome>(OUTCOMES).get(word);
  if (outcome === undefined) throw new Error(`"${word}" is no outcome`);
  return outcome;
}

function readMatrix(): readonly Row[] {
  const [head = '', ...lines] = MATRIX.split('\n').filter((line) => line.trim() !== '');
  const columns = head.trim().split(/\s+/);
  return lines.map((line) => {
    const words = line.trim().split(/\s+/);
    const name = words.slice(0, -columns.length).join(' ');
    const operation = operations.get(name);
    if (operation === undefined) throw new Error(`"${name}" is no operation`);
    const outcomes = words.slice(-columns.length).map(outcomeOf);
    return {
      name,
      operation,
      cells: new Map(columns.map((column, index) => [column, outcomes[index] ?? 'ok'])),
    };
  });
}

/** A status as the word of the matrix, or as it came where it is none of them. */
function wordOf(status: number): 'ok' | number {
  return status >= 200 && status < 300 ? 'ok' : status;
}

/** The tests of some rows, in an office of their own. */
function describeRows(rows: readonly Row[]): void {
  let fixtures: MatrixFixtures;
  let cast: ReadonlyMap<string, Visitor>;
  let fixture: MatrixFixture;

  before(async () => {
    fixtures = await MatrixFixtures.open();
    cast = await visitors(fixtures);
    await fixtures.disable();
    fixture = await fixtures.lay();
  });
  after(() => fixtures.close());
  afterEach(() => assert.deepEqual(fixtures.service.errors(), []));

  /** What a face answers: `ok`, else the code or the status. */
  async function asked(face: Face, { operation }: Row, visitor: Visitor): Promise<'ok' | ErrorCode | number> {
    const visit = { fixture, visitor, url: fixtures.service.url };
    if (face === 'REST') return operation.rest ? wordOf((await operation.rest(visit)).status) : 'ok';
    if (face === 'WebDAV') return operation.dav ? wordOf((await operation.dav(visit)).status) : 'ok';
    try {
      await operation.core(fixtures.service.dms, await visitor.actor(), visit);
      return 'ok';
    } catch (error) {
      if (error instanceof DmsError) return error.code;
      throw error;
    }
  }

  function expected(
    face: Face,
    { operation }: Row,
    visitor: Visitor,
    cell: Outcome,
  ): 'ok' | ErrorCode | number {
    const outcome = visitor.shutOutOf === face ? 'forbidden' : cell;
    if (outcome === 'ok') return 'ok';
    return SAID[face][
      outcome === 'not_found' && operation.intoFolder?.includes(face) === true ? 'named' : outcome
    ];
  }

  async function check(face: Face, row: Row): Promise<void> {
    let before = fixtures.snapshot();
    for (const [name, cell] of row.cells) {
      const visitor = cast.get(name);
      assert.ok(visitor, name);
      const answer = await asked(face, row, visitor);
      assert.equal(answer, expected(face, row, visitor, cell), `${row.name} as ${name}`);
      if (fixtures.snapshot() === before) continue;
      assert.equal(answer, 'ok', `${row.name} as ${name} was refused and changed something`);
      fixture = await fixtures.lay(visitor.login === undefined ? [] : [visitor.login]);
      before = fixtures.snapshot();
    }
  }

  it('have a column for everybody', () => {
    for (const { cells } of rows) assert.deepEqual([...cells.keys()].sort(), [...cast.keys()].sort());
  });

  for (const row of rows) {
    it(`${row.name}, in the core`, () => check('core', row));
    if (row.operation.rest) it(`${row.name}, over REST`, () => check('REST', row));
    if (row.operation.dav) it(`${row.name}, over WebDAV`, () => check('WebDAV', row));
  }
}

describe('the access matrix', () => {
  const matrix = readMatrix();

  it('has a row for every operation', () => {
    assert.deepEqual(new Set(matrix.map(({ name }) => name)), new Set(operations.keys()));
  });

  for (let first = 0; first < matrix.length; first += ROWS_OF_OFFICE) {
    const rows = matrix.slice(first, first + ROWS_OF_OFFICE);
    describe(`from "${rows[0]?.name ?? ''}" on`, () => describeRows(rows));
  }
});
