import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadConfig } from '../../src/config/loader.ts';
import { configKeys } from '../../src/config/schema.ts';
import { readYamlFile } from '../../src/config/yaml-file.ts';

const example = 'config.example.yaml';

describe('config.example.yaml', () => {
  it('holds every key of the schema and no other', () => {
    const { values, problems } = readYamlFile(example);
    assert.deepEqual(problems, []);
    assert.deepEqual([...values.keys()].sort(), [...configKeys].sort());
  });

  it('gives each key its default', () => {
    const defaults = loadConfig({ environment: {}, defaultFiles: [] });
    assert.deepEqual(loadConfig({ file: example, environment: {} }), defaults);
  });

  it('says above each key, in one line, what it is for', () => {
    const lines = readFileSync(example, 'utf8').split('\n');
    const withValue = lines.flatMap((line, index) => (/^\s*\w+: \S/.test(line) ? [index] : []));
    assert.equal(withValue.length, configKeys.length);
    const above = withValue.map((index) => lines[index - 1] ?? '');
    assert.deepEqual(
      above.filter((line) => !/^\s*# \S.*\.$/.test(line)),
      [],
    );
  });
});
