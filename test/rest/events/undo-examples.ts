import { waiter } from '../../support/until.ts';
import { document, type Examples, example, folder, type Scene } from './example.ts';

/** When the document was renamed in `before`. */
const sinceOf = new WeakMap<Scene['office'], string>();

async function rename({ office, ann }: Scene): Promise<void> {
  sinceOf.set(office, new Date(office.now()).toISOString());
  // The change must be later than that, also if it comes within the same millisecond.
  office.pass(1);
  await ann.client.patch(document(office.entries.report), { name: 'renamed' }).expect(200);
}

/** Begins an undo, and waits for its end. */
async function finish({ ann }: Scene, path: string, body: object): Promise<void> {
  const { id } = (await ann.client.post(path, body).expect(202)).body.data;
  const state = async () => (await ann.client.get(`/undo/${id}`).expect(200)).body.data.state;
  await waiter(() => `undo ${id}`)(async () => (await state()) === 'ended');
}

/** Examples of undos of many changes over REST. */
export const UNDO_EXAMPLES: Examples = {
  'POST /undo': [
    example('of a name', (scene) => finish(scene, '/undo', { since: sinceOf.get(scene.office) }), {
      before: rename,
    }),
  ],
  'POST /undo/{id}/resume': 'continues what has begun',
  'POST /folders/{id}/restore': [
    example(
      'of a name',
      (scene) =>
        finish(scene, `${folder(scene.office.entries.plans)}/restore`, { at: sinceOf.get(scene.office) }),
      { before: rename },
    ),
  ],
};
