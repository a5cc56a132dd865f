// Would catch a drive on which rclone copies, overwrites, moves, deletes or compares wrongly.
import { needs } from '../../support/needs.ts';
import { testRcloneTree } from './rclone-tree.ts';

describe('rclone', function () {
  needs(this, 'rclone');
  testRcloneTree(50, 10);
});
