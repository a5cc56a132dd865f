import assert from 'node:assert/strict';
import { backupStatus, backupText } from '../../../src/cli/backup/backup-lines.ts';

const NOW = Date.UTC(2026, 5, 2, 12);
const NONE = { lastSuccess: undefined, lastFailure: undefined, nextAt: undefined, warning: undefined };

describe('backups in dms status', () => {
  it('are none where none was made', () => {
    assert.deepEqual(backupText(NONE, NOW), {
      last_backup: 'none',
      last_backup_failure: 'none',
      next_backup: 'none',
      backup_warning: 'none',
    });
    assert.deepEqual(backupStatus(NONE, NOW), {
      last_backup: null,
      last_backup_failure: null,
      next_backup: null,
      backup_warning: null,
    });
  });

  const report = {
    lastSuccess: {
      outcome: 'success',
      at: NOW - 90 * 60_000,
      destination: '/srv/backup',
      detail: 'a snapshot',
    },
    lastFailure: {
      outcome: 'failure',
      at: NOW - 49 * 60 * 60_000,
      destination: '/mnt/usb',
      detail: 'the disk is full',
    },
    nextAt: NOW + 60_000,
    warning: 'backup_late',
  } as const;

  it('tell their age, where they are, why one failed, and when the next one is due', () => {
    assert.deepEqual(backupText(report, NOW), {
      last_backup: '1 hour ago, 2026-06-02T10:30:00.000Z, /srv/backup: a snapshot',
      last_backup_failure: '2 days ago, 2026-05-31T11:00:00.000Z, /mnt/usb: the disk is full',
      next_backup: '2026-06-02T12:01:00.000Z',
      backup_warning: 'backup_late',
    });
  });

  it('tell programs the same', () => {
    const { last_backup, next_backup, backup_warning } = backupStatus(report, NOW);
    assert.deepEqual(last_backup, {
      at: '2026-06-02T10:30:00.000Z',
      age_seconds: 5400,
      destination: '/srv/backup',
      detail: 'a snapshot',
    });
    assert.deepEqual([next_backup, backup_warning], ['2026-06-02T12:01:00.000Z', 'backup_late']);
  });

  it('are never older than now, whatever the clock', () => {
    assert.match(backupText(report, NOW - 86_400_000).last_backup ?? '', /^0 seconds ago/);
  });
});
