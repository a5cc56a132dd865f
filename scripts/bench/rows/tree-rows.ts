import { TREE, tree, treeContent } from '../fixtures.ts';
import { medianOf, requireResponses, timed } from '../measure.ts';
import { requireContent, type Session } from '../session.ts';
import { atMost, noMoreThan, type Row } from './row.ts';
import { propfindOptions } from './small-rows.ts';

/** Rows that measure COPY, MOVE and DELETE of a tree of 1,000 files in 10 folders. */
export const TREE_ROWS: readonly Row[] = [
  {
    name: 'copy',
    title: 'COPY of 1,000 files in 10 folders',
    unit: 'ms',
    targets: [atMost(0.2, 'nginx')],
    measure: (session) =>
      onTrees(session, 'copied', async (name) => {
        const ms = await timed(() => copy(session, name));
        await requireTree(session, name);
        return ms;
      }),
  },
  {
    name: 'move',
    title: 'MOVE of the same',
    unit: 'ms',
    targets: [noMoreThan(2)],
    measure: (session) =>
      onTrees(session, 'to-move', async (name) => {
        await copy(session, name);
        const ms = await timed(() => transfer(session, 'MOVE', name, `moved/${name}`));
        await session.call('GET', `${name}/d0/f0`, [404]);
        await requireTree(session, `moved/${name}`);
        return ms;
      }),
  },
  {
    name: 'delete',
    title: 'DELETE of the same',
    unit: 'ms',
    targets: [noMoreThan(2)],
    measure: (session) =>
      onTrees(session, 'to-delete', async (name) => {
        await copy(session, name);
        const ms = await timed(() => session.call('DELETE', `${name}/`, [204]));
        await session.call('GET', `${name}/d0/f0`, [404]);
        return ms;
      }),
  },
];

/** @returns the median of the measurements, after a warm-up */
async function onTrees(
  session: Session,
  prefix: string,
  measure: (name: string) => Promise<number>,
): Promise<number> {
  await tree(session);
  await measure(`${prefix}-warm`);
  return medianOf(session.settings.trees, (number) => measure(`${prefix}-${number}`));
}

function copy(session: Session, name: string): Promise<void> {
  return transfer(session, 'COPY', 'tree', name);
}

async function transfer(session: Session, method: 'COPY' | 'MOVE', from: string, to: string): Promise<void> {
  const headers = { Destination: session.url(`${to}/`), Depth: 'infinity', Overwrite: 'F' };
  await session.call(method, `${from}/`, [201, 204], { headers });
}

async function requireTree(session: Session, name: string): Promise<void> {
  const folder = TREE.folders - 1;
  const file = TREE.files - 1;
  const path = `${name}/d${folder}/`;
  const listing = await session.call('PROPFIND', path, [207], { ...propfindOptions('1'), keep: true });
  requireResponses(`PROPFIND ${path}`, listing.body, TREE.files + 1);
  const { body } = await session.call('GET', `${path}f${file}`, [200], { keep: true });
  requireContent(`GET ${path}f${file}`, body, treeContent(folder, file));
}
