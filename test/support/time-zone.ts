import { after, before } from 'mocha';

/** Has the tests of a suite run as on a machine in this time zone. */
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
