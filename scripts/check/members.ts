/**
 * Fails if a public member of an exported class in src/ is unused. Uses inside the member itself, in tests and in
 * comments do not count. knip 6 checks only exports of modules, not class members.
 */
import ts from 'typescript';

/** Private and protected members are not public. An overriding member can be called through the base class. */
const EXEMPT = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;

/** The TypeScript language service for all files of tsconfig.json except the tests. */
function programWithoutTests(): ts.LanguageService {
  const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => config?.options ?? {},
    getScriptFileNames: () => config?.fileNames.filter((file) => !file.includes('/test/')) ?? [],
    getScriptVersion: () => '',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(ts.sys.readFile(file) ?? ''),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
}

function membersOf(file: ts.SourceFile): { owner: ts.ClassDeclaration; member: ts.ClassElement }[] {
  const classes = file.statements.filter(ts.isClassDeclaration);
  return classes
    .filter((owner) => ts.getCombinedModifierFlags(owner) & ts.ModifierFlags.Export)
    .flatMap((owner) => owner.members.map((member) => ({ owner, member })))
    .filter(({ member }) => member.name !== undefined && !ts.isPrivateIdentifier(member.name))
    .filter(({ member }) => !(ts.getCombinedModifierFlags(member) & EXEMPT));
}

function isUsed(service: ts.LanguageService, member: ts.ClassElement): boolean {
  const { fileName } = member.getSourceFile();
  const [start, end] = [member.getStart(), member.getEnd()];
  const references = service.findReferences(fileName, member.name?.getStart() ?? start) ?? [];
  return references
    .flatMap((symbol) => symbol.references)
    .some(({ fileName: file, textSpan }) => {
      const isInsideMember = file === fileName && textSpan.start >= start && textSpan.start < end;
      return !isInsideMember && service.getSpanOfEnclosingComment(file, textSpan.start, false) === undefined;
    });
}

const service = programWithoutTests();
const source = `${ts.sys.resolvePath('src')}/`;
const files =
  service
    .getProgram()
    ?.getSourceFiles()
    .filter((file) => file.fileName.startsWith(source)) ?? [];
const members = files.flatMap(membersOf);
const unused = members.filter(({ member }) => !isUsed(service, member));
for (const { owner, member } of unused) {
  const file = member.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(member.getStart());
  const name = `${owner.name?.text ?? ''}.${member.name?.getText() ?? ''}`;
  console.error(`${file.fileName}:${line + 1}: nothing uses ${name}`);
}
console.log(`checked ${members.length} public members of exported classes, ${unused.length} unused`);
if (members.length === 0) console.error('no members were found, so nothing was checked');
if (members.length === 0 || unused.length > 0) process.exitCode = 1;
