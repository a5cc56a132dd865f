/**
 * ESLint rule for the interfaces: a function awaits at most one change of the core. Between two changes, another
 * request could run, and a failure of the second would leave the first in place.
 *
 * A call such as `dms.entries.move(…)` counts as a change unless its method is in READS. A call of a function in the
 * same file that makes a change counts too. Calls in different branches of one condition count once.
 */

/** Asynchronous methods of the core that change nothing. */
const READS = new Set([
  ...[
    'byBasic',
    'check',
    'export',
    'list',
    'members',
    'ofDocument',
    'preview',
    'receive',
    'resolve',
    'search',
  ],
]);

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** A node and all its ancestors, innermost first. */
function ancestors(node) {
  const found = [];
  for (let at = node; at; at = at.parent) found.push(at);
  return found;
}

function outermostFunction(node) {
  return ancestors(node).findLast(({ type }) => FUNCTIONS.includes(type));
}

function nameOf(callable) {
  return (
    callable.id?.name ??
    (callable.parent?.type === 'VariableDeclarator' ? callable.parent.id.name : undefined)
  );
}

/** True for `dms.part.method(…)`, also with a prefix before `dms`. */
function isChangeOfCore({ callee }) {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'MemberExpression') return false;
  const { object } = callee.object;
  const isDms = object.name === 'dms' || object.property?.name === 'dms';
  return isDms && !READS.has(callee.property.name);
}

/** True if a condition chooses between the two nodes, so that only one of them can run. */
function exclude(one, other) {
  const [ofOne, ofOther] = [ancestors(one), ancestors(other)];
  const common = ofOne.find((node) => ofOther.includes(node));
  if (!['ConditionalExpression', 'IfStatement'].includes(common?.type)) return false;
  return ![...ofOne, ...ofOther].includes(common.test);
}

/** True if the node is part of a `return` statement, so that the function ends there. */
function isReturned(node) {
  return ancestors(node).some(({ type }) => type === 'ReturnStatement');
}

/** @type {import('eslint').Rule.RuleModule} */
export const oneChange = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { second: 'A request makes one change: let the core make both in one transaction.' },
  },
  create(context) {
    const calls = [];
    return {
      CallExpression: (node) => void calls.push(node),
      'Program:exit'() {
        const changing = new Set();
        const isChange = (call) => isChangeOfCore(call) || changing.has(call.callee.name);
        for (let before = -1; before !== changing.size; ) {
          before = changing.size;
          for (const call of calls.filter(isChange)) changing.add(nameOf(outermostFunction(call) ?? {}));
          changing.delete(undefined);
        }
        const awaited = calls
          .filter(isChange)
          .filter((call) => ancestors(call).some(({ type }) => type === 'AwaitExpression'));
        for (const [index, call] of awaited.entries()) {
          const earlier = awaited
            .slice(0, index)
            .find(
              (other) =>
                outermostFunction(other) === outermostFunction(call) &&
                !exclude(other, call) &&
                !isReturned(other),
            );
          if (earlier) context.report({ node: call, messageId: 'second' });
        }
      },
    };
  },
};
