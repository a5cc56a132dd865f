// Would catch a backup that comes back changed, or cannot be restored, after rclone or restic copied it.
import { needs } from '../../support/needs.ts';
import { testOffSite } from './off-site.ts';

describe('a backup, copied off-site', function () {
  needs(this, 'rclone', 'restic');
  testOffSite({ rclone: ['sftp'], restic: ['s3'] });
});
