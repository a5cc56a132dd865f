import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { testRcloneSync } from './rclone-sync.ts';

trial('rclone, syncing thousands of files', { small: 20, full: 60 }, function ({ bySize }) {
  needs(this, 'rclone');
  testRcloneSync(bySize(800, 5000), bySize(30, 50));
});
