import assert from 'node:assert/strict';
import { METHODS } from '../../../src/webdav/methods/methods.ts';
import { present } from '../../support/accounts.ts';
import { guest } from '../client.ts';
import { ACCOUNT_EXAMPLES } from './account-examples.ts';
import { DRIVE_EXAMPLES } from './drive-examples.ts';
import { ENTRY_EXAMPLES } from './entry-examples.ts';
import type { Example, Examples, Scene } from './example.ts';
import { differences, type Look, type Seen } from './look.ts';
import { LOGINS, type Login, Office, type Person } from './office.ts';
import { SERVICE_EXAMPLES } from './service-examples.ts';
import { SHARE_EXAMPLES } from './share-examples.ts';
import type { Stream } from './stream.ts';
import { UNDO_EXAMPLES } from './undo-examples.ts';
import { UPLOAD_EXAMPLES } from './upload-examples.ts';

const REST_EXAMPLES: Examples = {
  ...ENTRY_EXAMPLES,
  ...SHARE_EXAMPLES,
  ...ACCOUNT_EXAMPLES,
  ...UNDO_EXAMPLES,
  ...UPLOAD_EXAMPLES,
};
/** Methods that change nothing. POST is refused. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'POST']);
/** The events that a client answers by loading everything. */
const ALL = 'reset';

interface Result {
  readonly faults: readonly string[];
  /** True if the user sees a difference. */
  readonly isChanged: boolean;
}

function eventsFor(seen: readonly Seen[]): readonly string[] {
  return seen.flatMap(({ covered, place }) => (seen.length === 1 ? [...covered, ...place] : covered));
}

/** What the events of a user lack, and what they have too much; empty if they are right. */
function faultsOf(changed: ReadonlyMap<string, readonly Seen[]>, told: ReadonlySet<string>): string[] {
  if (told.has(ALL)) return [];
  const missing = [...changed]
    .filter(([, seen]) => !eventsFor(seen).some((event) => told.has(event)))
    .map(([name]) => `not told of ${name}`);
  const own = new Set([...changed.values()].flat().map((seen) => seen.own));
  const needless = [...told]
    .filter((event) => !own.has(event))
    .map((event) => `told "${event}" without a change`);
  return [...missing, ...needless];
}

/** Compares what a user sees, and what the user was told. */
async function resultOf(person: Person, stream: Stream, earlier: Look = new Map()): Promise<Result> {
  // A user whose account or token has ended gets 401, and the end of the stream.
  if ((await person.client.get('/account')).status === 401) {
    await stream.until('nothing');
    return { faults: [], isChanged: true };
  }
  const [later, told] = await Promise.all([person.look(), person.heard(stream)]);
  const changed = differences(earlier, later);
  const faults = faultsOf(changed, told);
  return { faults: faults.map((fault) => `${person.account.login}: ${fault}`), isChanged: changed.size > 0 };
}

async function looksOf(office: Office): Promise<ReadonlyMap<Login, Look>> {
  const looks = new Map<Login, Look>();
  for (const login of LOGINS) looks.set(login, await office.people[login].look());
  return looks;
}

/** The office of which each example has a copy, and what its users see. */
interface Original {
  readonly office: Office;
  readonly looks: ReadonlyMap<Login, Look>;
}

/** Makes a change while all users listen, and compares what they were told with what has changed for them. */
async function check({ before, change, service, unseen }: Example, original: Original): Promise<void> {
  const office = await original.office.copy(service);
  const streams = new Map<Login, Stream>();
  try {
    const scene: Scene = { office, ...office.people };
    await before?.(scene);
    for (const login of LOGINS) streams.set(login, await office.people[login].listen());
    const earlier = before === undefined ? original.looks : await looksOf(office);
    await change(scene);
    const results = await Promise.all(
      [...streams].map(([login, stream]) => resultOf(office.people[login], stream, earlier.get(login))),
    );
    const faults = results.flatMap((each) => each.faults);
    const isSeen = results.some((each) => each.isChanged);
    assert.deepEqual(faults, []);
    assert.equal(isSeen, unseen === undefined, unseen ?? 'the example changes nothing that a user sees');
    assert.deepEqual(office.service.errors(), []);
  } finally {
    for (const stream of streams.values()) await stream.close();
    await office.stop();
  }
}

function describeExamples(all: Examples, isChosen: Choice, original: () => Original): void {
  for (const [operation, examples] of Object.entries(all)) {
    if (typeof examples === 'string') continue;
    for (const each of examples.filter((_, index) => isChosen(index)))
      it(`${operation}: ${each.name}`, () => check(each, original()));
  }
}

/** Chooses examples of an operation by their index. */
type Choice = (index: number) => boolean;

/** Defines the tests of the events of every change. */
export function testEvents(isChosen: Choice): void {
  let opened: Original | undefined;
  const original = (): Original => present(opened);

  before(async () => {
    const office = await Office.open();
    opened = { office, looks: await looksOf(office) };
  });
  after(() => opened?.office.stop());

  describe('over REST', () => {
    it('have an example for each operation', async () => {
      const { paths } = (await guest(original().office.service).get('/openapi.json').expect(200)).body;
      const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
        Object.keys(methods)
          .map((method) => `${method.toUpperCase()} ${path}`)
          .filter((operation) => /^(?!GET|HEAD|OPTIONS)[A-Z]+ /.test(operation)),
      );
      assert.ok(operations.length > 50);
      assert.deepEqual(operations.sort(), Object.keys(REST_EXAMPLES).sort());
    });

    describeExamples(REST_EXAMPLES, isChosen, original);
  });

  describe('over WebDAV', () => {
    it('have an example for each method', () => {
      const methods = Object.keys(METHODS).filter((method) => !READING.has(method));
      assert.deepEqual(methods.sort(), Object.keys(DRIVE_EXAMPLES).sort());
    });

    describeExamples(DRIVE_EXAMPLES, isChosen, original);
  });

  describe('by the service', () => {
    for (const each of SERVICE_EXAMPLES.filter(() => isChosen(0)))
      it(each.name, () => check(each, original()));
  });
}
