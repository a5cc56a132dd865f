import { document, example, type Scene } from './example.ts';

const tidy = ({ office }: Scene) => office.service.dms.housekeeping.tidy();

async function ending({ office, ann }: Scene): Promise<void> {
  const expires_at = new Date(office.now() + 86_400_000).toISOString();
  const { shares } = office;
  for (const id of [shares.plans, shares.single, shares.hidden])
    await ann.client.patch(`/shares/${id}`, { expires_at }).expect(200);
}

/** What changes without a request. */
export const SERVICE_EXAMPLES = [
  example('versions that no rule keeps', tidy, {
    service: { config: { versions: { keep_last: 1 } } },
    before: async ({ office }) => office.pass(3),
  }),
  example('deleted entries that are old', tidy, {
    service: { config: { trash: { keep_days: 10 } } },
    before: async ({ office }) => office.pass(11),
  }),
  example('shares that have reached their end', async ({ office }) => office.pass(2), { before: ending }),
  example('the rest of shares that ended earlier', tidy, {
    before: async (scene) => {
      await ending(scene);
      scene.office.pass(2);
    },
    unseen: 'they had no effect any more',
  }),
  example('locks that have reached their end', async ({ office }) => office.pass(8), {
    before: async ({ ann }) => {
      await ann.drive.lock('/secret/');
      await ann.drive.lock('/plans/report.txt');
    },
  }),
  example('the rest of locks that ended earlier', tidy, {
    before: async ({ office, ann }) => {
      await ann.drive.lock('/plans/');
      office.pass(8);
    },
    unseen: 'they had no effect any more',
  }),
  example('names of shares that ended long ago', tidy, {
    before: async (scene) => {
      await ending(scene);
      scene.office.pass(2);
      await tidy(scene);
      // The sessions end before the names.
      scene.office.pass(29);
      await tidy(scene);
      scene.office.pass(9);
    },
    unseen: 'nobody saw them',
  }),
  example('a version of a document in the trash', tidy, {
    service: { config: { versions: { keep_last: 1 } } },
    before: async ({ office, ann }) => {
      office.pass(3);
      await ann.client.delete(document(office.entries.report)).expect(200);
    },
    unseen: 'the trash shows no versions',
  }),
];
