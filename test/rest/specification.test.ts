import assert from 'node:assert/strict';
import { drive } from './specification/drive.ts';
import { endpoints } from './specification/endpoints.ts';
import { Office } from './specification/office.ts';
import { records } from './specification/records.ts';
import { rules } from './specification/rules.ts';

const sections = [...records, ...endpoints, ...drive, ...rules];

/** The specification that the service was asked for, row by row, against a running service. */
describe('the specification', () => {
  let office: Office;
  const green: string[] = [];

  before(async () => {
    office = await Office.open();
  });
  after(async () => {
    await office.close();
    const total = sections.flatMap(({ rows }) => rows).length;
    process.stdout.write(`${green.join('\n')}\n${green.length} of ${total} rows of the specification hold\n`);
  });
  afterEach(() => assert.deepEqual(office.service.errors(), []));

  for (const { title, rows } of sections) {
    describe(title, () => {
      for (const [cells, check] of rows) {
        it(cells, async () => {
          await check(office);
          green.push(`✓ ${title}: ${cells}`);
        });
      }
    });
  }
});
