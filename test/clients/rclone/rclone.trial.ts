import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { testRcloneTree } from './rclone-tree.ts';

trial('rclone on thousands of files', { small: 8, full: 60 }, function ({ bySize }) {
  needs(this, 'rclone');
  testRcloneTree(bySize(1000, 3000), bySize(200, 500));
});
