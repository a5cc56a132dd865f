/**
 * Fails if web/ does not use a text of web/text/en. The compiler ensures that texts of other languages have the same
 * names. A text selected by a variable (`texts[name]`) counts as used if its name is a possible value of the variable's
 * type. If that type is `string`, or if a group of texts is passed as a whole, all texts of the group count as used.
 */
import ts from 'typescript';

const CATALOGUES = /\/web\/text\/(?:en|de)(?:\.ts$|\/)/;
const ENGLISH = /\/web\/text\/en(?:\.ts$|\/)/;

function programOfPages(): ts.Program {
  const config = ts.getParsedCommandLineOfConfigFile('web/tsconfig.json', undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  return ts.createProgram(config?.fileNames ?? [], config?.options ?? {});
}

const program = programOfPages();
const checker = program.getTypeChecker();
const used = new Set<ts.Node>();

function use(symbol: ts.Symbol | undefined): void {
  for (const declaration of symbol?.declarations ?? []) used.add(declaration);
}

/** The possible names of an index; undefined if any name is possible. */
function namesOf(index: ts.Expression): readonly string[] | undefined {
  const type = checker.getTypeAtLocation(index);
  const types = type.isUnion() ? type.types : [type];
  return types.every((each) => each.isStringLiteral()) ? types.map(({ value }) => value) : undefined;
}

/** True if a group of texts is used in another way than selecting one text by a known name. */
function isWhole(group: ts.PropertyAccessExpression): boolean {
  const { parent } = group;
  if (ts.isPropertyAccessExpression(parent)) return false;
  return !ts.isElementAccessExpression(parent) || namesOf(parent.argumentExpression) === undefined;
}

function useProperty(access: ts.PropertyAccessExpression): void {
  const symbol = checker.getSymbolAtLocation(access.name);
  use(symbol);
  const groups = symbol?.declarations?.filter(ts.isPropertyAssignment) ?? [];
  if (isWhole(access)) for (const text of groups.flatMap(textsIn)) used.add(text);
}

/** Records the texts that a syntax node and its descendants use. */
function look(node: ts.Node): void {
  if (ts.isPropertyAccessExpression(node)) useProperty(node);
  if (ts.isElementAccessExpression(node)) {
    const type = checker.getTypeAtLocation(node.expression);
    for (const name of namesOf(node.argumentExpression) ?? []) use(type.getProperty(name));
  }
  if (ts.isBindingElement(node)) {
    const name = node.propertyName ?? node.name;
    if (ts.isIdentifier(name)) use(checker.getTypeAtLocation(node.parent).getProperty(name.text));
  }
  node.forEachChild(look);
}

/** The texts that a file defines. */
function textsIn(node: ts.Node): ts.PropertyAssignment[] {
  const texts: ts.PropertyAssignment[] = [];
  node.forEachChild((child) => {
    if (ts.isPropertyAssignment(child)) texts.push(child);
    if (!ts.isFunctionLike(child)) texts.push(...textsIn(child));
  });
  return texts;
}

const files = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'));
for (const file of files) if (!CATALOGUES.test(file.fileName)) look(file);
const texts = files.filter(({ fileName }) => ENGLISH.test(fileName)).flatMap(textsIn);
const unused = texts.filter((text) => !used.has(text));
for (const text of unused) {
  const file = text.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(text.getStart());
  console.error(`${file.fileName}:${line + 1}: nothing uses the text ${text.name.getText()}`);
}
console.log(`checked ${texts.length} texts of pages, ${unused.length} unused`);
if (texts.length === 0) console.error('no texts were found, so nothing was checked');
if (texts.length === 0 || unused.length > 0) process.exitCode = 1;
