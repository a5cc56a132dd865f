// Would catch: sync clients that lose, double or mix up files of their users after renames, moves, deletions and kills.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { CLIENTS, type Device } from './device.ts';
import { difference, SyncedOffice, TEAM } from './office.ts';
import { chooser, type Done, RandomChanges, STAYING } from './random-changes.ts';
import { driveSide, localSide, type Side } from './sides.ts';
import { conflictCopies, localTree, type Tree } from './trees.ts';

const MOST_CHANGES = 5;
const MOST_KILL_MS = 400;
const HANGING_MS = 5000;

trial(
  'sync clients of two users, with random changes',
  { small: 10, full: 120 },
  function ({ seed, bySize }) {
    needs(this, ...CLIENTS);
    const choose = chooser(seed);
    const changes = new RandomChanges(choose);
    let office: SyncedOffice;
    let sides: readonly Side[];
    const story: string[] = [];

    before(async () => {
      office = await SyncedOffice.open();
      const drives = office.logins.map((login) =>
        driveSide(() => office.service.url, login, office.authorization(login)),
      );
      for (const drive of drives) await drive.write(STAYING, drive.login, 1_600_000_000);
      sides = [...office.devices.map(localSide), ...drives];
      for (const device of office.devices) await office.settle(device);
    });
    after(async function () {
      if (this.currentTest?.isFailed()) process.stdout.write(`${story.slice(-60).join('\n')}\n`);
      await office.close();
    });

    const shuffled = <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => [choose(1_000_000), item] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, item]) => item);

    async function changeAt(side: Side): Promise<Done[]> {
      const done: Done[] = [];
      for (let left = 1 + choose(MOST_CHANGES); left > 0; left -= 1) {
        const change = await changes.change(side, TEAM);
        story.push(change.text);
        done.push(change);
      }
      return done;
    }

    /** Kills a client, or the service, while the client runs. */
    async function syncWithKill(device: Device): Promise<void> {
      const isServer = choose(2) === 0;
      const delay = choose(MOST_KILL_MS);
      story.push(`${isServer ? 'the service' : 'the client'} is killed after ${String(delay)} ms`);
      const running = device.run();
      await setTimeout(delay);
      if (isServer) {
        await office.service.kill('SIGKILL');
        // nextcloudcmd 3.7 sometimes waits forever after a broken connection.
        await Promise.race([running, setTimeout(HANGING_MS)]);
      }
      device.kill();
      await running;
      if (isServer) await office.service.restart();
    }

    async function settleAll(first: readonly Device[] = []): Promise<void> {
      for (const device of [...first, ...shuffled(office.devices)]) {
        story.push(`sync ${device.login} ${device.client}`);
        await office.settle(device);
      }
      for (const device of office.devices) await office.settle(device);
    }

    const part = (tree: Tree, isTeam: boolean): Tree =>
      new Map([...tree].filter(([path]) => path.startsWith(TEAM) === isTeam));

    it('keep everything as it was at the only side that has changed', async () => {
      for (let round = bySize(12, 200); round > 0; round -= 1) {
        story.push(`--- round ${String(round)}`);
        const others = new Map<string, Tree>();
        for (const login of office.logins) others.set(login, await office.drive(login));
        const side = sides[choose(sides.length)];
        assert.ok(side);
        await changeAt(side);
        const wanted = await side.tree();
        const device = office.devices[sides.indexOf(side)];
        if (device && choose(3) === 0) await syncWithKill(device);
        await settleAll(device ? [device] : []);
        for (const login of office.logins) {
          const drive = await office.drive(login);
          assert.deepEqual(difference(part(wanted, true), part(drive, true)), [], 'the shared folder');
          const own: Tree = login === side.login ? wanted : (others.get(login) ?? wanted);
          assert.deepEqual(difference(part(own, false), part(drive, false)), [], `the home of ${login}`);
        }
        for (const { folder } of office.devices)
          assert.deepEqual([...(await conflictCopies(folder)).keys()], [], 'only one side has changed');
      }
    });

    it('lose nothing that was written at several sides at the same time', async () => {
      for (let round = bySize(12, 200); round > 0; round -= 1) {
        story.push(`--- round ${String(round)} of several`);
        const written: { readonly side: Side; readonly hash: string }[] = [];
        for (const side of shuffled(sides).slice(0, 2 + choose(2))) {
          const before = new Set((await side.tree()).values());
          await changeAt(side);
          for (const content of (await side.tree()).values())
            if (content !== '' && !before.has(content))
              written.push({ side, hash: content.split(' ')[0] ?? '' });
        }
        const victim = office.devices[choose(office.devices.length)];
        if (victim && choose(3) === 0) await syncWithKill(victim);
        for (const device of shuffled(office.devices)) {
          story.push(`sync ${device.login} ${device.client}`);
          await device.run();
        }
        await settleAll();
        await assertKept(written);
      }
    });

    async function assertKept(
      written: readonly { readonly side: Side; readonly hash: string }[],
    ): Promise<void> {
      const kept = new Set<string>();
      for (const login of office.logins)
        for (const content of (await office.drive(login)).values()) kept.add(content.split(' ')[0] ?? '');
      for (const { folder } of office.devices) {
        for (const [path, hash] of await conflictCopies(folder)) {
          kept.add(hash);
          story.push(`conflict copy ${path}`);
          await rm(path);
        }
      }
      const lost = written.filter(({ hash }) => !kept.has(hash));
      assert.deepEqual(
        lost.map(({ side, hash }) => `${side.name}: ${hash}`),
        [],
      );
      for (const device of office.devices)
        assert.deepEqual(difference(await localTree(device.folder), await office.drive(device.login)), []);
    }
  },
);
