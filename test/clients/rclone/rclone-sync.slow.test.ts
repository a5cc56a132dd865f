// Would catch a drive that rclone cannot keep the same as a folder, whichever side has changed.
import { needs } from '../../support/needs.ts';
import { testRcloneSync } from './rclone-sync.ts';

describe('rclone, syncing', function () {
  needs(this, 'rclone');
  testRcloneSync(60, 4);
});
