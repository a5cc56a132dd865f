// Would catch a protocol over which rclone or restic brings a backup back changed.
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { testOffSite } from './off-site.ts';

trial('a backup, copied off-site over each protocol', { small: 5, full: 5 }, function () {
  needs(this, 'rclone', 'restic');
  testOffSite({ rclone: ['s3', 'webdav'], restic: ['sftp', 'webdav'] });
});
