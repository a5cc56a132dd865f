// Would catch: an undo that a kill leaves half done for good, or that does something twice when it continues.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { PAGE } from '../../support/accounts.ts';
import { dms as program } from '../../support/process.ts';
import { type Service, startService } from '../../support/service.ts';
import { makeFolder, paths, read, write } from '../../support/tree.ts';
import { trial } from '../../support/trial.ts';

const DOCUMENTS = 600;
/** Milliseconds after which a run is killed: the program needs about 300 to begin. */
const LIFE_MS = { least: 250, range: 500 };

trial('an undo that is killed', { small: 10, full: 20 }, ({ seed, bySize }) => {
  let service: Service;
  let ann: UserActor;
  let root: UserActor;

  beforeEach(async () => {
    service = await startService();
    ann = (await service.createUser('ann')).actor;
    root = (await service.createUser('root', { isAdmin: true })).actor;
  });
  afterEach(() => service.stop());

  /** The same numbers for the same seed, from 0 to 1. */
  function* numbers(): Generator<number> {
    for (let state = seed; ; ) {
      state = (state * 48_271) % 2_147_483_647;
      yield state / 2_147_483_647;
    }
  }

  const undo = (args: readonly string[], killAfterMs?: number) =>
    program(['undo', ...args, '--json', '--data-dir', service.dataDirectory], {
      cwd: service.dataDirectory,
      ...(killAfterMs !== undefined && { killAfterMs }),
    });

  /** Runs an undo, kills it, and continues it until it has ended. @returns the number of kills */
  async function finish(args: readonly string[], life: () => number): Promise<number> {
    const newest = () => service.dms.undos.list(root, PAGE).items[0];
    const last = newest()?.id ?? 0;
    let finished = await undo(args, life());
    let kills = 0;
    for (; finished.code !== 0; kills += 1) {
      const begun = newest();
      const isBegun = begun !== undefined && begun.id > last;
      // Killed after its end: nothing is left to do.
      if (isBegun && begun.endedAt !== null) return kills + 1;
      assert.ok(kills < 20, `${String(kills)} runs: ${finished.stderr}`);
      const next = isBegun ? ['--resume', String(begun.id)] : args;
      finished = await undo(next, kills < 8 ? life() : undefined);
    }
    return kills;
  }

  it('is continued, and leaves what was there before', async () => {
    const { dms } = service;
    const folder = await makeFolder(dms, ann, 'Office');
    const ids: number[] = [];
    for (let index = 0; index < DOCUMENTS; index += 1)
      ids.push(await write(dms, ann, `plan ${String(index)}`, `good ${String(index)}`, folder));
    const before = await paths(dms, ann);
    const random = numbers();
    const life = () => Math.round(LIFE_MS.least + LIFE_MS.range * (random.next().value ?? 0));
    for (let round = 0; round < bySize(2, 15); round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const since = new Date().toISOString();
      for (const [index, id] of ids.entries()) {
        await write(dms, ann, `plan ${String(index)}`, `bad ${String(round)} ${String(index)}`, folder);
        await dms.entries.rename(ann, id, `plan ${String(index)}.locked`);
      }
      const versions = dms.versions.list(ann, ids[0] ?? 0, PAGE).total;
      const kills = await finish(['--login', 'ann', '--since', since], life);
      process.stdout.write(`      round ${String(round + 1)}: ${String(kills)} kills\n`);
      assert.deepEqual(await paths(dms, ann), before);
      for (const [index, id] of ids.entries())
        assert.equal(await read(dms, ann, id), `good ${String(index)}`);
      assert.equal(dms.versions.list(ann, ids[0] ?? 0, PAGE).total, versions + 1);
    }
  });
});
