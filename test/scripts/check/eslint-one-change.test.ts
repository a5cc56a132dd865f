import { RuleTester } from 'eslint';
import { oneChange } from '../../../scripts/config/eslint-one-change.js';

const errors = [{ messageId: 'second' }];

new RuleTester().run('one-change', oneChange, {
  valid: [
    'async function put(dms) { const content = await dms.uploads.receive(); await dms.uploads.store(content); }',
    'async function put(dms, own) { await (own ? dms.account.update() : dms.users.update()); }',
    'async function one(dms) { await dms.entries.move(); } async function two(dms) { await dms.entries.copy(); }',
    'async function get(dms) { const found = dms.tree.resolve(); await dms.entries.remove(found); }',
  ],
  invalid: [
    {
      code: 'async function lock(dms) { await dms.uploads.store(); await dms.locks.create(); }',
      errors,
    },
    {
      code: 'async function empty(dms) { await dms.uploads.store(); } async function lock(dms) { await empty(dms); await dms.locks.create(); }',
      errors,
    },
    {
      code: 'async function both(context) { if (context.x) await context.dms.a.one(); await context.dms.b.two(); }',
      errors,
    },
  ],
});
