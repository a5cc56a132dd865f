import assert from 'node:assert/strict';
import { drive } from './drive.ts';
import { endpoints } from './endpoints.ts';
import { SpecificationFixture } from './fixture.ts';
import { records } from './records.ts';
import { rules } from './rules.ts';

const sections = [...records, ...endpoints, ...drive, ...rules];

/** The first specification of the service, row by row, against a running service. Later features have other tests. */
describe('the specification', () => {
  let fixture: SpecificationFixture;
  const green: string[] = [];

  before(async () => {
    fixture = await SpecificationFixture.open();
  });
  after(async () => {
    await fixture.close();
    const total = sections.flatMap(({ rows }) => rows).length;
    process.stdout.write(`${green.join('\n')}\n${green.length} of ${total} rows of the specification hold\n`);
  });
  afterEach(() => assert.deepEqual(fixture.service.errors(), []));

  for (const { title, rows } of sections) {
    describe(title, () => {
      for (const [cells, check] of rows) {
        it(cells, async () => {
          await check(fixture);
          green.push(`✓ ${title}: ${cells}`);
        });
      }
    });
  }
});
