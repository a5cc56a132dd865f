// Would catch a protocol over which rclone or restic brings a backup back changed.
import { needs } from '../../support/needs.ts';
import { trial } from '../../support/trial.ts';
import { testOffSite } from './off-site.ts';

trial('a backup, copied off-site over each protocol', { small: 20, full: 20 }, function ({ seed, bySize }) {
  needs(this, 'rclone', 'restic');
  const isEven = seed % 2 === 0;
  testOffSite({
    rclone: bySize([isEven ? 's3' : 'webdav'], ['s3', 'webdav']),
    restic: bySize([isEven ? 'webdav' : 'sftp'], ['sftp', 'webdav']),
  });
});
