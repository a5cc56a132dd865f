import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needs } from '../support/needs.ts';
import { run } from '../support/process.ts';
import { trial } from '../support/trial.ts';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const MOCHA = fileURLToPath(import.meta.resolve('mocha/bin/mocha.js'));
const CONFIG = ['--config', 'scripts/config/mocha.json', '--no-parallel'];
/** With large amounts or all combinations in the trial. */
const LARGE = [
  ...['accessibility/accessibility', 'accessibility/accessibility-dialogs'],
  ...['hostile/cross-site-scripting', 'upload/many-uploads'],
];
const SUFFIX = '.slow.test.ts';
const all = globSync(`**/*${SUFFIX}`, { cwd: FOLDER })
  .map((path) => path.slice(0, -SUFFIX.length))
  .toSorted();

trial('the pages', { small: 20, full: 60 }, function ({ seed, bySize }) {
  needs(this, 'chromium-headless-shell', 'firefox-esr');

  async function pass(browser: string, names: readonly string[]): Promise<void> {
    const files = names.map((name) => `${FOLDER}/${name}${SUFFIX}`);
    const environment = { TEST_BROWSER: browser };
    const { code, stdout } = await run(process.execPath, [MOCHA, ...CONFIG, ...files], { environment });
    assert.equal(code, 0, stdout);
  }

  const share = bySize(5, 1);
  it('do in Firefox what they do in Chromium', () =>
    pass(
      'firefox',
      all.filter((_, index) => index % share === seed % share),
    ));

  const chosen = bySize(LARGE.slice(seed % LARGE.length, (seed % LARGE.length) + 1), LARGE);
  it(`pass with large amounts and all combinations: ${chosen.join(', ')}`, () => pass('chromium', chosen));
});
