import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { VersionRules } from '../../../src/core/versions/versions.ts';
import type { Version } from '../../../src/model/entries/entry.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, DAY, MINUTE, openCoreFixture } from '../../support/accounts.ts';
import { lastingUser, versionsOf } from '../../support/changes/versions.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { usageOf, write } from '../../support/tree.ts';

const VERBS = ['save', 'comment', 'restore', 'delete', 'tidy'] as const;
const NAMES = ['a.txt', 'b.txt', 'c.txt'];

/** An action on one of the documents, after some time. */
interface Step {
  readonly verb: (typeof VERBS)[number];
  readonly after: number;
  readonly name: string;
  /** Selects one of the existing versions. */
  readonly version: number;
  /** Few values, so that documents share contents. */
  readonly content: number;
}

const rulesToTry: fc.Arbitrary<VersionRules> = fc.record({
  keepLast: fc.constantFrom(0, 0, 1, 2, 5),
  keepDays: fc.constantFrom(0, 0, 1, 3, 45),
  thin: fc.boolean(),
});
const stepsToTry: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    verb: fc.oneof({ weight: 2, arbitrary: fc.constant(VERBS[0]) }, fc.constantFrom(...VERBS)),
    after: fc.oneof(
      fc.integer({ min: 1, max: 60 * MINUTE }),
      fc.integer({ min: 60 * MINUTE, max: DAY }),
      fc.integer({ min: DAY, max: 12 * DAY }),
      fc.constantFrom(DAY, 7 * DAY, 30 * DAY),
    ),
    name: fc.constantFrom(...NAMES),
    version: fc.nat(100),
    content: fc.nat(12),
  }),
  { minLength: 60, maxLength: 100 },
);

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const mondayOf = (time: number) => dateOf(time - ((new Date(time).getUTCDay() + 6) % 7) * DAY);

/** The newest version of each group. */
function lastOfEach(versions: readonly Version[], groupOf: (time: number) => string): Set<Version> {
  return new Set(new Map(versions.map((version) => [groupOf(version.createdAt), version])).values());
}

/** The rules of docs/build/contract/documents.md §14. @param versions versions of one document, oldest first */
function keptOf(
  versions: readonly Version[],
  { keepLast, keepDays, thin }: VersionRules,
  now: number,
): Version[] {
  const isRuled = keepLast > 0 || keepDays > 0 || thin;
  const daily = lastOfEach(versions, dateOf);
  const weekly = lastOfEach(versions, mondayOf);
  return versions.filter((version, index) => {
    const next = versions[index + 1];
    if (!isRuled || next === undefined || version.comment !== '') return true;
    const age = now - next.createdAt;
    if (age < DAY || age < keepDays * DAY) return true;
    if (versions.length - index <= keepLast) return true;
    return thin && (weekly.has(version) || (daily.has(version) && age < 30 * DAY));
  });
}

/** The predicted deletions, according to the model. */
function foretold(all: readonly Version[], kept: readonly Version[]): { versions: number; bytes: number } {
  const left = new Set(kept.map(({ sha256 }) => sha256));
  const gone = new Map(all.map(({ sha256, size }) => [sha256, left.has(sha256) ? 0 : size]));
  const bytes = [...gone.values()].reduce((sum, size) => sum + size, 0);
  return { versions: all.length - kept.length, bytes };
}

/** Saves the document, then changes it further. */
async function change(core: CoreFixture, ann: UserActor, step: Step): Promise<void> {
  const { dms } = core;
  const id = await write(dms, ann, step.name, 'x'.repeat(1 + step.content));
  const versions = versionsOf(core, ann, id);
  const number = versions[step.version % versions.length]?.number ?? 0;
  if (step.verb === 'comment') await dms.versions.comment(ann, id, number, 'as it was sent');
  if (step.verb === 'restore') await dms.versions.restore(ann, id, number);
  if (step.verb === 'delete' && number !== versions.at(-1)?.number)
    await dms.versions.remove(ann, id, number);
}

/** Runs housekeeping, and compares the result. @returns the number of deleted versions */
async function tidy(core: CoreFixture, ann: UserActor, rules: VersionRules): Promise<number> {
  const ids = core.database.prepare<[], number>('SELECT entry_id FROM documents').pluck().all();
  const histories = () => ids.map((id) => versionsOf(core, ann, id));
  const before = histories();
  const expected = before.map((versions) => keptOf(versions, rules, core.now()));
  const total = foretold(before.flat(), expected.flat());
  const { housekeeping, versionRetention } = core.dms;
  assert.deepEqual(versionRetention.preview(), total);
  assert.equal((await housekeeping.tidy()).versions, total.versions);
  assert.deepEqual(histories(), expected);
  for (const { counted, held } of usageOf(core.database)) assert.equal(counted, held);
  await assertFaultless(core.database);
  return total.versions;
}

/** Runs one office from its first document on. @returns the number of versions that the rules deleted */
async function runOffice(rules: VersionRules, steps: readonly Step[]): Promise<number> {
  const core = await openCoreFixture(undefined, 'relaxed', 0, rules);
  try {
    const ann = await lastingUser(core, 'ann');
    let deleted = 0;
    let tidied = -Infinity;
    for (const step of steps) {
      core.pass(step.after);
      if (step.verb !== 'tidy') await change(core, ann, step);
      else if (core.now() - tidied >= DAY) {
        deleted += await tidy(core, ann, rules);
        tidied = core.now();
      } else assert.equal((await core.dms.housekeeping.tidy()).versions, 0);
    }
    return deleted;
  } finally {
    await core.close();
  }
}

/**
 * Defines the test of random histories under random retention rules.
 * @param count number of offices
 */
export function testRetention(seed: number, count: number): void {
  it('are kept as the contract says, whatever happened to the documents', async () => {
    let deleted = 0;
    await fc.assert(
      fc.asyncProperty(rulesToTry, stepsToTry, async (rules, steps) => {
        deleted += await runOffice(rules, steps);
      }),
      { numRuns: count, seed, endOnFailure: true },
    );
    // The test would prove nothing if no rule deleted any version.
    assert.ok(deleted > 2 * count, String(deleted));
  });
}
