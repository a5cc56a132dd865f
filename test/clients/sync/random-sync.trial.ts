// Would catch: sync clients that lose, double or mix up files of their users after renames, moves, deletions and kills.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { CLIENTS, type Device } from './device.ts';
import { difference, SyncedOffice, TEAM } from './office.ts';
import { chooser, RandomChanges, STAYING } from './random-changes.ts';
import { driveSide, localSide, restSide, type Side } from './sides.ts';
import { conflictCopies, localTree, type Tree } from './trees.ts';

const MOST_CHANGES = 5;
/** Rounds with a kill that each part must have at full size. */
const LEAST_KILLS = 30;
const IN_TEAM = new RegExp(`^${TEAM}[^/]+$`);
/** A kill comes after at most so many requests of the client, and at most so many milliseconds later. */
const MOST_REQUESTS = 12;
const MOST_KILL_MS = 30;
const HANGING_MS = 5000;

trial(
  'sync clients of two users, with random changes',
  { small: 10, full: 120 },
  function ({ seed, bySize }) {
    needs(this, ...CLIENTS);
    const choose = chooser(seed);
    const changes = new RandomChanges(choose, TEAM);
    let office: SyncedOffice;
    let sides: readonly Side[];
    const story: string[] = [];
    const counts = { rounds: 0, changes: 0, copies: 0, 'the client': 0, 'the service': 0 };
    const killsNow = (): number => counts['the client'] + counts['the service'];

    before(async () => {
      office = await SyncedOffice.open();
      const drives = office.logins.map((login) => driveSide(office, login));
      for (const drive of drives) await drive.write(STAYING, drive.login, 1_600_000_000);
      sides = [
        ...office.devices.map(localSide),
        ...drives,
        ...office.logins.map((login) => restSide(office, login)),
      ];
      for (const device of office.devices) await office.settle(device);
    });
    afterEach(function () {
      if (this.currentTest?.isFailed() === true) {
        const seen = office.front.seen.map(
          ({ method, path, status }) => `${method} ${path} ${String(status)}`,
        );
        process.stdout.write(`${[...story.slice(-60), ...seen.slice(-200)].join('\n')}\n`);
      }
    });
    after(async () => {
      process.stdout.write(
        `${String(counts.rounds)} rounds with ${String(counts.changes)} changes; kills of a client in ` +
          `${String(counts['the client'])} rounds, of the service in ${String(counts['the service'])}; ` +
          `${String(counts.copies)} copies after conflicts\n`,
      );
      await office.close();
    });

    const shuffled = <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => [choose(1_000_000), item] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, item]) => item);

    function note(change: string): void {
      counts.changes += 1;
      story.push(change);
    }

    async function changeAt(side: Side): Promise<void> {
      for (let left = 1 + choose(MOST_CHANGES); left > 0; left -= 1) note(await changes.change(side));
    }

    /** A file that both users see, directly in the shared folder: it stays where it is while other folders move. */
    async function fileOfBoth(): Promise<string | undefined> {
      const files = [...(await office.drive('anna')).keys()].filter((path) => IN_TEAM.test(path));
      return files[choose(files.length)];
    }

    function beginRound(name: string, changing: readonly Side[]): void {
      counts.rounds += 1;
      story.push(`--- round ${name}`);
      office.front.seen.length = 0;
      changes.beginRound(changing);
    }

    /** Kills a client, or the service, while the client runs. */
    async function syncWithKill(device: Device): Promise<void> {
      const side = sides[office.devices.indexOf(device)];
      const mayKillClient = side === undefined || changes.mayBeKilled(side);
      const victim = choose(2) === 0 || !mayKillClient ? 'the service' : 'the client';
      const isServer = victim === 'the service';
      const requests = 1 + choose(MOST_REQUESTS);
      story.push(
        `${victim} is killed after ${String(requests)} requests of ${device.login}'s ${device.client}`,
      );
      const enough = office.front.seen.length + requests;
      const running = device.run();
      while (device.isRunning && office.front.seen.length < enough) await setTimeout(1);
      await setTimeout(choose(MOST_KILL_MS));
      if (device.isRunning) counts[victim] += 1;
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

    /** nextcloudcmd 3.7 takes a rename or move of its user back if the connection breaks during it. */
    async function afterKill(wanted: Tree, side: Side, { client }: Device): Promise<Tree> {
      if (side.client === undefined || client !== 'nextcloudcmd') return wanted;
      const now = await side.tree();
      assert.deepEqual([...now.values()].toSorted(), [...wanted.values()].toSorted());
      return now;
    }

    const part = (tree: Tree, isTeam: boolean): Tree =>
      new Map([...tree].filter(([path]) => path.startsWith(TEAM) === isTeam));

    it('keep everything as it was at the only side that has changed', async () => {
      const kills = killsNow();
      for (let round = bySize(12, 200); round > 0; round -= 1) {
        const others = new Map<string, Tree>();
        for (const login of office.logins) others.set(login, await office.drive(login));
        const side = sides[choose(sides.length)];
        assert.ok(side);
        beginRound(String(round), [side]);
        await changeAt(side);
        let wanted = await side.tree();
        // If the drive has changed, a client is killed while it downloads.
        const first = office.devices[sides.indexOf(side)] ?? office.devices[choose(office.devices.length)];
        assert.ok(first);
        if (choose(3) === 0) {
          await syncWithKill(first);
          wanted = await afterKill(wanted, side, first);
        }
        await settleAll([first]);
        for (const login of office.logins) {
          const drive = await office.drive(login);
          assert.deepEqual(difference(part(wanted, true), part(drive, true)), [], 'the shared folder');
          const own: Tree = login === side.login ? wanted : (others.get(login) ?? wanted);
          assert.deepEqual(difference(part(own, false), part(drive, false)), [], `the home of ${login}`);
        }
        for (const { folder } of office.devices)
          assert.deepEqual([...(await conflictCopies(folder)).keys()], [], 'only one side has changed');
      }
      assert.ok(killsNow() - kills >= bySize(0, LEAST_KILLS), `${String(killsNow() - kills)} kills`);
    });

    it('lose nothing that was written at several sides at the same time', async () => {
      const kills = killsNow();
      for (let round = bySize(12, 200); round > 0; round -= 1) {
        const changing = shuffled(sides).slice(0, 2 + choose(2));
        beginRound(`${String(round)} of several`, changing);
        const disputed = choose(2) === 0 ? await fileOfBoth() : undefined;
        let written: { readonly side: Side; readonly hash: string }[] = [];
        for (const side of changing) {
          const before = hashesIn(await side.tree());
          if (disputed !== undefined) note(await changes.changeFile(side, disputed));
          await changeAt(side);
          const after = hashesIn(await side.tree());
          // Two sides may be the same drive: the second one may replace or delete what the first one has written.
          written = written.filter(({ hash }) => after.has(hash) || !before.has(hash));
          for (const hash of after.difference(before)) written.push({ side, hash });
        }
        const victim = office.devices[choose(office.devices.length)];
        if (victim && choose(5) < 2) await syncWithKill(victim);
        for (const device of shuffled(office.devices)) {
          story.push(`sync ${device.login} ${device.client}`);
          await device.run();
        }
        await settleAll();
        await assertKept(written);
      }
      assert.ok(killsNow() - kills >= bySize(0, LEAST_KILLS), `${String(killsNow() - kills)} kills`);
    });

    async function assertKept(
      written: readonly { readonly side: Side; readonly hash: string }[],
    ): Promise<void> {
      const kept = new Set<string>();
      for (const login of office.logins)
        for (const hash of hashesIn(await office.drive(login))) kept.add(hash);
      for (const { folder } of office.devices) {
        for (const [path, hash] of await conflictCopies(folder)) {
          kept.add(hash);
          counts.copies += 1;
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

/** The contents of a tree, without their times. */
function hashesIn(tree: Tree): Set<string> {
  return new Set(
    [...tree.values()].filter((content) => content !== '').map((content) => content.slice(0, 16)),
  );
}
