import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { testRcloneSync } from './rclone-sync.ts';

trial('rclone, syncing thousands of files', { small: 8, full: 60 }, function ({ bySize }) {
  needs(this, 'rclone');
  testRcloneSync(bySize(1500, 5000), bySize(30, 50));
});
