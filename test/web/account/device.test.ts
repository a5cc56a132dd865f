// Would catch a browser or program that is taken for another one.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { deviceOf } from '../../../web/pages/account/device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WEBKIT} Chrome/131.0.0.0`;
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921B)';
const MACINTOSH = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

/** `User-Agent` header, program, system. */
const DEVICES: readonly (readonly [userAgent: string, program?: string | undefined, systemName?: string])[] =
  [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'Firefox',
      'Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux'],
    [`${WINDOWS} ${CHROME} Safari/537.36`, 'Chrome', 'Windows'],
    [`${WINDOWS} ${CHROME} Safari/537.36 Edg/131.0.0.0`, 'Edge', 'Windows'],
    [`${WINDOWS} ${CHROME} Safari/537.36 OPR/115.0.0.0`, 'Opera', 'Windows'],
    [`${MACINTOSH} ${CHROME} Safari/537.36 Vivaldi/7.0`, 'Vivaldi', 'macOS'],
    [`${MACINTOSH} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari', 'macOS'],
    [`${ANDROID} ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      `${ANDROID} ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`${IPHONE} CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${IPHONE} EdgiOS/131.0 Version/17.5 Mobile/15E148 Safari/604.1`, 'Edge', 'iPhone'],
    [`${IPAD} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPad'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome', 'ChromeOS'],
    ['Microsoft-WebDAV-MiniRedir/10.0.22631', 'Explorer', 'Windows'],
    ['WebDAVFS/3.0.0 (03008000) Darwin/23.6.0 (arm64)', 'Finder', 'macOS'],
    ['Microsoft Office Word 2014', 'Word'],
    ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Excel 16.0.17726; Pro)', 'Excel', 'Windows'],
    ['Microsoft Office Existence Discovery', 'Microsoft Office'],
    ['LibreOffice 7.6.4.1 denylistedbackend/8.4.0 OpenSSL/3.1.4', 'LibreOffice'],
    ['davfs2/1.6.1 neon/0.32.5', 'davfs2'],
    ['rclone/v1.60.1', 'rclone'],
    ['curl/8.5.0', 'curl'],
    ['Cyberduck/8.7.1.40770 (Mac OS X/14.2) (aarch64)', 'Cyberduck', 'macOS'],
    ['Mozilla/5.0 KeeWeb/1.18.7', 'KeeWeb'],
    ['Backup of the office', 'Backup of the office'],
    ['Mozilla/5.0 (Windows NT 10.0)', undefined, 'Windows'],
    ['(((', undefined],
    ['', undefined],
  ];

describe('web/pages/account/device', () => {
  for (const [userAgent, program, systemName] of DEVICES)
    it(`calls ${JSON.stringify(userAgent)} ${String(program)} on ${String(systemName)}`, () => {
      const { program: found, systemName: foundSystem } = deviceOf(userAgent);
      assert.deepEqual([found, foundSystem], [program, systemName]);
    });

  it('shortens a long name', () => {
    assert.equal(deviceOf('x'.repeat(512)).program, `${'x'.repeat(39)}…`);
  });
});
