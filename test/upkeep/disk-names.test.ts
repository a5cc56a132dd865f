import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskNames, type NameRules, nameRulesOf } from '../../src/upkeep/transfer/disk-names.ts';

const LINUX: NameRules = { ignoresCase: false, isWindows: false, longest: 255 };
const WINDOWS: NameRules = { ignoresCase: true, isWindows: true, longest: 255 };

function namesOn(rules: NameRules, names: readonly string[], reserved: readonly string[] = []): string[] {
  const entries = names.map((name) => ({ kind: 'file' as const, name }));
  return [...diskNames(entries, rules, reserved)].map(([{ name }, onDisk]) => `${name} → ${onDisk}`).sort();
}

/** The names that changed. */
const changed = (...parameters: Parameters<typeof namesOn>): string[] =>
  namesOn(...parameters).filter((line) => {
    const [name, onDisk] = line.split(' → ');
    return name !== onDisk;
  });

describe('names on the disk', () => {
  it('stay as they are where the disk can hold them', () => {
    const names = ['a:b', 'con', 'x.', ' ', 'Plan', 'plan', 'ä'.normalize('NFD'), 'x'.repeat(255)];
    assert.deepEqual(changed(LINUX, names), []);
  });

  it('are replaced where Windows would not hold them', () => {
    const names = ['a:b?.txt', 'con', 'Nul.txt', 'end.', 'end ', 'back\\slash', 'console', 'ok.txt'];
    assert.deepEqual(changed(WINDOWS, names), [
      'Nul.txt → _Nul.txt',
      'a:b?.txt → a_b_.txt',
      'back\\slash → back_slash',
      'con → _con',
      'end  → end_ (2)',
      'end. → end_',
    ]);
  });

  it('lead nowhere else, whatever somebody has written into the database', () => {
    assert.deepEqual(changed(LINUX, ['../../etc/cron.d/job', '..', '.', 'a\0b', '...']), [
      '. → _.',
      '.. → _..',
      '../../etc/cron.d/job → .._.._etc_cron.d_job',
      'a\0b → a_b',
    ]);
  });

  it('differ where the disk ignores case', () => {
    const rules = { ...LINUX, ignoresCase: true };
    assert.deepEqual(changed(rules, ['Plan.txt', 'plan.txt', 'PLAN.txt', 'plan (2).txt']), [
      'PLAN.txt → PLAN (4).txt',
      'plan.txt → plan (3).txt',
    ]);
  });

  it('are cut where the disk holds shorter ones only, and keep their extension', () => {
    const rules = { ...LINUX, longest: 100 };
    const names = [`${'ä'.repeat(90)}1.txt`, `${'ä'.repeat(90)}2.txt`];
    const onDisk = namesOn(rules, names).map((line) => line.split(' → ')[1] ?? '');
    for (const name of onDisk) {
      assert.ok(Buffer.byteLength(name) <= 100, name);
      assert.match(name, /^ä+( \(2\))?\.txt$/);
    }
    assert.equal(new Set(onDisk).size, 2);
  });

  it('are not those that are reserved', () => {
    assert.deepEqual(changed(LINUX, ['own', 'other'], ['own']), ['own → own (2)']);
  });

  it('are tried out, and nothing of that stays', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-names-'));
    try {
      assert.deepEqual(await nameRulesOf(directory), LINUX);
      assert.deepEqual(await readdir(directory), []);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
