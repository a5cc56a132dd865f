import type { CommandDescription, OptionDescription, ValueKind } from '../command-descriptions.ts';

/*
 * Each script walks the words of the line to find the command being typed, for example ` user list`, and offers its
 * entries in the table. Pressing Tab therefore starts no program.
 */

/** Supported shells. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** One of {@link SHELLS}. */
export type Shell = (typeof SHELLS)[number];

/** Completion script for `dms` in a shell. */
export function completionScript(shell: Shell, rows: readonly CommandDescription[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](rows);
}

/** Name of a command in the scripts: each word after a space; '' for `dms` itself. */
function chainOf({ path }: CommandDescription): string {
  return path.map((word) => ` ${word}`).join('');
}

/** A word in single quotes, for bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function chains(rows: readonly CommandDescription[]): string {
  return rows
    .filter(({ path }) => path.length > 0)
    .map((row) => quoted(chainOf(row)))
    .join('|');
}

/** Patterns of the options with a value of this kind, each after its command. */
function valuePatterns(rows: readonly CommandDescription[], wanted: ValueKind): string {
  const found = rows.flatMap((row) =>
    row.options.filter(({ value }) => value === wanted).map(({ name }) => quoted(`${chainOf(row)} ${name}`)),
  );
  return found.join('|');
}

function takesPaths({ args }: CommandDescription): boolean {
  return args.some(({ value }) => value !== 'other');
}

function bashScript(rows: readonly CommandDescription[]): string {
  const cases = rows.map((row) => {
    const words = [...row.subcommands, ...row.options].map(({ name }) => name).join(' ');
    const shut = takesPaths(row) ? '' : ' compopt +o default;';
    return `    ${quoted(chainOf(row))})${shut} words=${quoted(words)} ;;`;
  });
  return `# bash completion for dms. Put this line into ~/.bashrc: source <(dms completion bash)
_dms() {
  local chain='' words='' word
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$chain $word" in ${chains(rows)}) chain="$chain $word" ;; esac
  done
  COMPREPLY=()
  case "$chain $previous" in
    ${valuePatterns(rows, 'file')}) return ;;
    ${valuePatterns(rows, 'directory')}) compopt -o dirnames +o default; return ;;
    ${valuePatterns(rows, 'other')}) compopt +o default; return ;;
  esac
  case "$chain" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _dms dms
`;
}

function zshScript(rows: readonly CommandDescription[]): string {
  const cases = rows.map((row) => {
    const entries = [...row.subcommands, ...row.options].map(({ name, description }) =>
      quoted(`${name}:${description.replaceAll(/[\\:]/g, String.raw`\$&`)}`),
    );
    const files = takesPaths(row) ? ' files=1' : '';
    return `    ${quoted(chainOf(row))}) entries=(${entries.join(' ')})${files} ;;`;
  });
  return `#compdef dms
# zsh completion for dms. Put this line into ~/.zshrc, after compinit: source <(dms completion zsh)
_dms() {
  local chain='' word files=''
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$chain $word" in (${chains(rows)}) chain="$chain $word" ;; esac
  done
  case "$chain \${words[CURRENT-1]}" in
    (${valuePatterns(rows, 'file')}) _files; return ;;
    (${valuePatterns(rows, 'directory')}) _files -/; return ;;
    (${valuePatterns(rows, 'other')}) return ;;
  esac
  case "$chain" in
${cases.map((line) => line.replace(/^ {4}/, '    (')).join('\n')}
  esac
  _describe 'dms' entries
  if [[ -n $files ]]; then _files; fi
}
if [[ $funcstack[1] == _dms ]]; then _dms "$@"; else compdef _dms dms; fi
`;
}

/** A word in single quotes, for fish. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

function fishScript(rows: readonly CommandDescription[]): string {
  const known = rows.filter(({ path }) => path.length > 0).map((row) => fishQuoted(chainOf(row)));
  return `# fish completion for dms: dms completion fish > ~/.config/fish/completions/dms.fish
function __dms_at
    set -l chain ''
    for word in (commandline -opc)[2..]
        switch "$chain $word"
            case ${known.join(' ')}
                set chain "$chain $word"
        end
    end
    test "$chain" = "$argv[1]"
end
complete -c dms -f
${rows.flatMap(fishLines).join('\n')}
`;
}

function fishLines(row: CommandDescription): readonly string[] {
  const at = `complete -c dms -n ${fishQuoted(`__dms_at ${fishQuoted(chainOf(row))}`)}`;
  return [
    ...row.subcommands.map(({ name, description }) => `${at} -a ${name} -d ${fishQuoted(description)}`),
    ...row.options.map((option) => `${at} ${fishOption(option)} -d ${fishQuoted(option.description)}`),
    ...(takesPaths(row) ? [`${at} -F`] : []),
  ];
}

function fishOption({ name, value }: OptionDescription): string {
  const long = `-l ${name.replace(/^--/, '')}`;
  if (value === undefined) return long;
  if (value === 'other') return `${long} -x`;
  return value === 'file' ? `${long} -r -F` : `${long} -x -a '(__fish_complete_directories)'`;
}
