import assert from 'node:assert/strict';
import { Database } from '../../../src/storage/database/database.ts';
import { refuses } from '../../support/accounts.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../support/database/database.ts';

describe('what is remembered of the database', () => {
  let fixture: DatabaseFixture;
  let database: Database;
  let other: Database;

  beforeEach(async () => {
    fixture = await openDatabaseFixture();
    database = fixture.database;
    database.prepare('CREATE TABLE things (name TEXT) STRICT').run();
    other = Database.open(fixture.file, 'relaxed');
  });
  afterEach(async () => {
    await other.close();
    await fixture.close();
  });

  const insert = (on = database) => on.prepare("INSERT INTO things VALUES ('x')").run();
  const count = () => database.prepare<[], number>('SELECT count(*) FROM things').pluck().get();
  const fail = () => {
    insert();
    throw new Error('no');
  };

  it('holds after a change as before it, until there is another one', async () => {
    await database.transaction(insert);
    const { structure } = database;
    assert.equal(database.structure, structure);
  });

  it('holds when another program only opens the database', async () => {
    const { structure } = database;
    await Database.open(fixture.file, 'relaxed').close();
    await new Promise(setImmediate);
    assert.equal(database.structure, structure);
  });

  it('of moved folders and grants is given up with every change of another program, also in a change', async () => {
    const first = database.structure;
    insert(other);
    await new Promise(setImmediate);
    const second = database.structure;
    assert.ok(second > first);
    insert(other);
    assert.ok((await database.transaction(() => database.structure)) > second);
  });

  describe('by a change that may be left out', () => {
    it('is given up when it is undone, as all that it did is', async () => {
      const { structure } = database;
      assert.throws(() => database.tryTransaction(fail), /no/);
      assert.ok(database.structure > structure);
      assert.equal(count(), 0);
      // The next one begins anew.
      assert.ok(database.tryTransaction(insert));
      await database.transaction(insert);
      assert.equal(count(), 2);
    });

    it('within another one is a part of it', async () => {
      await database.transaction(() => database.tryTransaction(insert));
      assert.equal(count(), 1);
    });
  });

  it('cannot be changed in any way once a sync has failed', async () => {
    database.disk.failed(new Error('EIO'));
    await refuses(() => database.tryTransaction(insert), 'unavailable');
    assert.equal(count(), 0);
  });
});
