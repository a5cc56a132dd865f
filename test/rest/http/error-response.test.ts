import { strict as assert } from 'node:assert';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('errors over REST', () => {
  let service: Service;
  let client: Client;
  before(async () => {
    service = await startService();
    client = await clientOf(service, service.admin);
  });
  after(() => service.stop());

  it('carry the code and the facts of their message', async () => {
    const { id } = await client.folder('Plans');
    const { body } = await client.post('/folders', { folder_id: 0, name: 'Plans' }).expect(422);
    assert.deepEqual(body, {
      message: 'The name "Plans" is already taken.',
      code: 'name_taken',
      facts: { name: 'Plans' },
      errors: { name: ['is taken in this folder'] },
      rules: { name: ['taken_in_folder'] },
      rule_facts: { name: [{}] },
    });
    await client.delete(`/folders/${id}`).expect(200);
  });

  it('have the code and the facts of each message about a field, in the order of the messages', async () => {
    const { body } = await client
      .post('/shares', { folder_id: 0, permissions: 32, users: 'ben', more: 1 })
      .expect(422);
    assert.deepEqual(body, {
      message: 'users: must be a list of 1 to 100 login names',
      code: 'invalid',
      facts: { faults: 'users: must be a list of 1 to 100 login names' },
      errors: {
        users: ['must be a list of 1 to 100 login names'],
        permissions: ['must be a sum of bits from 1 to 31'],
        more: ['is not a known field'],
      },
      rules: { users: ['not_logins'], permissions: ['not_permissions'], more: ['unknown_field'] },
      rule_facts: { users: [{ minimum: 1, maximum: 100 }], permissions: [{ maximum: 31 }], more: [{}] },
    });
    const unknown = await client
      .post('/shares', { folder_id: (await client.folder('Open')).id, permissions: 1, users: ['eve', 'zoe'] })
      .expect(422);
    assert.deepEqual(unknown.body.rules, { users: ['recipient_unknown', 'recipient_unknown'] });
    assert.deepEqual(unknown.body.rule_facts, { users: [{ login: 'eve' }, { login: 'zoe' }] });
  });

  it('name the field of an error that has none of its own', async () => {
    const missing = await client.patch('/documents/99999', { title: 'x' }).expect(404);
    assert.deepEqual(missing.body, { message: 'Not found.', code: 'not_found' });
    const { body } = await client.get('/folders/0/contents?sort=shape').expect(422);
    assert.deepEqual(body.rules, { sort: ['not_one_of'] });
    assert.match(body.rule_facts.sort[0].values, /^name, /);
  });

  it('say by their codes why a request cannot be read', async () => {
    const send = (type: string, body: string) => client.post('/folders').set('Content-Type', type).send(body);
    assert.equal((await send('application/json', '{').expect(400)).body.code, 'body_unreadable');
    assert.equal((await send('application/json', '[]').expect(400)).body.code, 'body_not_object');
    assert.equal((await send('text/plain', 'x').expect(400)).body.code, 'body_not_json');
    const long = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    assert.equal((await send('application/json', long).expect(400)).body.code, 'body_too_long');
    const form = await client.post('/documents/upload', { folder_id: 0 }).expect(400);
    assert.equal(form.body.code, 'form_expected');
    assert.equal((await client.get('/%E0%A4').expect(400)).body.code, 'path_unreadable');
  });
});
