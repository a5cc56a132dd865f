import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { testRcloneTree } from './rclone-tree.ts';

trial('rclone on thousands of files', { small: 20, full: 60 }, function ({ bySize }) {
  needs(this, 'rclone');
  testRcloneTree(bySize(600, 3000), bySize(120, 500));
});
