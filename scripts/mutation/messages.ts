/** The part of a Babel syntax node that this file uses. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly arguments?: readonly Node[];
}

interface NodePath {
  readonly node: Node;
  readonly parentPath: NodePath | null;
}

/** `dms.log.warn` has the name "log", `invalid` has the name "invalid". */
function nameOf(callee: Node | undefined): string | undefined {
  if (callee?.type !== 'MemberExpression') return callee?.name;
  return callee.object?.property?.name ?? callee.object?.name;
}

/** Index of the first argument that is a sentence for people. The arguments before it are for programs. */
const FIRST_SENTENCE = new Map([
  ['Error', 0],
  ['TypeError', 0],
  ['badRequest', 0],
  ['forbidden', 0],
  ['throttled', 0],
  ['DmsError', 1],
  ['DavError', 1],
  ['invalid', 1],
]);

/** @returns whether the node is a sentence for people: a log line, or the message of an error */
function isMessage({ node, parentPath }: NodePath): boolean {
  if (node.type === 'CallExpression') return /^#?log$/.test(nameOf(node.callee) ?? '');
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return false;
  const call = parentPath?.node;
  const first = FIRST_SENTENCE.get(nameOf(call?.callee) ?? '');
  return first !== undefined && (call?.arguments ?? []).indexOf(node) >= first;
}

/** Stryker plug-in: excludes messages, because no test should depend on their wording. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'messages',
    value: { shouldIgnore: (path: NodePath) => (isMessage(path) ? 'a sentence for people' : undefined) },
  },
];
