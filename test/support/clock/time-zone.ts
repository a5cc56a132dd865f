import { after, before } from 'mocha';

/** Runs the tests of a suite in this time zone. */
export function inTimeZone(name: string): void {
  const own = process.env['TZ'];
  before(() => {
    process.env['TZ'] = name;
  });
  after(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });
}
