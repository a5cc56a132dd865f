/** What this file needs of a node of Babel's syntax tree. */
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

/** `dms.log.warn` is named "log", `invalid` "invalid". */
function nameOf(callee: Node | undefined): string | undefined {
  if (callee?.type !== 'MemberExpression') return callee?.name;
  return callee.object?.property?.name ?? callee.object?.name;
}

/** Of each, the arguments that are sentences begin here: what stands before is read by programs. */
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

/** @returns whether what is written there is a sentence for people: a line of the log, or the message of an error */
function isMessage({ node, parentPath }: NodePath): boolean {
  if (node.type === 'CallExpression') return /^#?log$/.test(nameOf(node.callee) ?? '');
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return false;
  const call = parentPath?.node;
  const first = FIRST_SENTENCE.get(nameOf(call?.callee) ?? '');
  return first !== undefined && (call?.arguments ?? []).indexOf(node) >= first;
}

/** A plug-in of Stryker: no test is to depend on how a sentence is worded. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'messages',
    value: { shouldIgnore: (path: NodePath) => (isMessage(path) ? 'a sentence for people' : undefined) },
  },
];
